import * as z from 'zod/mini'
import { newDisplayName, newPassword, newUsername, type User, userRatio } from '#contract/api/users.ts'
import { limitsInput } from '#contract/limit-schemas.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'
import { type BalanceChange, readBalanceChange } from './balance-change.ts'

/** The contract's rules for a new user. */
export const createForm = z.object({ username: newUsername, display_name: newDisplayName, password: newPassword })

/** Messages for invalid balance changes. */
export type BalanceWords = Record<Extract<BalanceChange, { kind: 'wrong' }>['reason'], string>
/** All messages of the form. */
export type EditWords = BalanceWords & { ratio: string }

const REASON_MAX = 200

/** Unchanged names are valid whatever the current rules; an empty password keeps the existing one. */
export const editForm = (former: User, display: QuotaDisplay, words: EditWords) =>
  z.object({
    username: keepOr(former.username, newUsername),
    display_name: keepOr(former.display_name, newDisplayName),
    password: keepOr('', newPassword),
    group: z.string(),
    user_ratio: z.string().check(
      z.trim(),
      z.refine((text) => text !== '' && userRatio.safeParse(Number(text)).success, words.ratio),
    ),
    balance: z.string().check(
      z.check(({ value, issues }) => {
        const change = readBalanceChange(value, former.quota, display)
        if (change.kind === 'wrong') issues.push({ code: 'custom', input: value, message: words[change.reason] })
      }),
    ),
    reason: z.string().check(z.trim(), z.maxLength(REASON_MAX)),
    limits: limitsInput,
  })

/** Accepts the former value, and others that satisfy the rules. */
function keepOr(former: string, rules: z.ZodMiniString) {
  return z.string().check(
    z.trim(),
    z.check(({ value, issues }) => {
      if (value === former) return
      for (const { message, ...issue } of rules.safeParse(value).error?.issues ?? []) {
        // Error codes have translations; other messages are dropped, so that the form supplies its own.
        const worded = /^[a-z_]+$/.test(message) ? { ...issue, message } : issue
        issues.push(worded as (typeof issues)[number])
      }
    }),
  )
}
