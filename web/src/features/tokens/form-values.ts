import * as z from 'zod/mini'
import { type Token, tokenInput } from '#contract/api/tokens.ts'
import { NEW_TOKEN_QUOTA } from '#contract/quota.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { badLines } from '#web/ui/form/lines.ts'
import { isAddressLine } from './ip-list.ts'
import { isOn, stateOfToken } from './token-status.ts'

export const MAX_BATCH = 100

/** A token as the form holds it: like the wire, but models as a list, and how many to create. */
export interface TokenFormValues {
  name: string
  count: number
  expired_time: number
  remain_quota: number
  unlimited_quota: boolean
  model_limits_enabled: boolean
  model_limits: string[]
  allow_ips: string
  group: string
}

export const newToken: TokenFormValues = {
  name: '',
  count: 1,
  expired_time: -1,
  remain_quota: NEW_TOKEN_QUOTA,
  unlimited_quota: false,
  model_limits_enabled: false,
  model_limits: [],
  allow_ips: '',
  group: '',
}

export function valuesOfToken(token: Token): TokenFormValues {
  const { name, expired_time, remain_quota, unlimited_quota, model_limits_enabled, allow_ips, group } = token
  const model_limits = token.model_limits.split(',').filter(Boolean)
  const fields = { name, expired_time, remain_quota, unlimited_quota, model_limits_enabled, allow_ips, group }
  return { ...fields, model_limits, count: 1 }
}

// Judged by the contract's schema below, so that all problems show at once.
const unchecked = z.custom<number>()
const held = z.object({
  name: z.string(),
  count: unchecked,
  expired_time: unchecked,
  remain_quota: unchecked,
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: z.array(z.string()),
  allow_ips: z.string(),
  group: z.string(),
})

const wire = z.extend(tokenInput, {
  count: z.number().check(z.int(), z.gte(1), z.lte(MAX_BATCH)),
  allow_ips: z.string().check(z.refine((text) => badLines(text, isAddressLine).length === 0)),
})

/** Form values to what the server is sent (and `count`). An amount that does not count may be left empty. */
export const tokenForm = z.pipe(
  z.pipe(
    held,
    z.transform(
      (values): z.input<typeof wire> => ({
        ...values,
        model_limits: values.model_limits.join(','),
        remain_quota: values.unlimited_quota && !Number.isFinite(values.remain_quota) ? 0 : values.remain_quota,
      }),
    ),
  ),
  wire,
)
export type TokenFormOutput = z.output<typeof tokenForm>

/**
 * The status to send along with an edit: a token that had expired or run out is switched on when the edit ended that.
 * Undefined leaves the status alone. `now` in Unix seconds.
 */
export function statusAfterEdit(former: Token, input: Omit<TokenFormOutput, 'count'>, now: number): number | undefined {
  const { expired, exhausted, enabled } = TOKEN_STATUS
  if (former.status !== expired && former.status !== exhausted) return undefined
  return isOn(stateOfToken({ ...former, ...input, status: enabled }, now)) ? enabled : undefined
}
