import * as z from 'zod/mini'
import { BUDGET_WINDOWS, budgetName, MAX_BUDGETS, MAX_LIMIT } from './limits.ts'
import { MAX_QUOTA } from './quota.ts'

const count = z.int('limits_invalid').check(z.gte(0, 'limits_invalid'), z.lte(MAX_LIMIT, 'limits_invalid'))
const MAX_PATTERNS = 100
const MAX_PATTERN_LENGTH = 200

const budget = z.strictObject({
  window: z.enum(BUDGET_WINDOWS),
  /** Quota units. */
  quota: z.int('limits_invalid').check(z.gte(0, 'limits_invalid'), z.lte(MAX_QUOTA, 'limits_invalid')),
  /** Names or patterns such as `claude-opus*`; absent = all models. */
  models: z.optional(
    z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_PATTERN_LENGTH)))
      .check(z.minLength(1), z.maxLength(MAX_PATTERNS)),
  ),
})

/** The limits of a token, user, channel, group or model. */
export const limitsSchema = z
  .strictObject({
    rpm: z.optional(count),
    rpd: z.optional(count),
    tpm: z.optional(count),
    tpd: z.optional(count),
    concurrency: z.optional(count),
    budgets: z.optional(z.array(budget).check(z.maxLength(MAX_BUDGETS))),
  })
  .check(
    z.refine(({ budgets = [] }) => new Set(budgets.map(budgetName)).size === budgets.length, {
      error: 'limits_invalid',
    }),
  )

/** Input of limits; null = none. */
export const limitsInput = z.nullable(limitsSchema)

const use = { used: z.number(), limit: z.number(), resets_at: z.number() }

/** The use of limits. */
export const limitsNow = z.object({
  rpm: z.optional(z.object(use)),
  rpd: z.optional(z.object(use)),
  tpm: z.optional(z.object(use)),
  tpd: z.optional(z.object(use)),
  concurrency: z.optional(z.object(use)),
  budgets: z.optional(
    z.array(z.object({ ...use, window: z.enum(BUDGET_WINDOWS), models: z.optional(z.array(z.string())) })),
  ),
})

/** What replies say of limits, null = none, and of their use. */
export const shownLimits = { limits: z.nullable(limitsSchema), limits_now: limitsNow }
