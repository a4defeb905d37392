import type { Token } from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import type { TokenFormOutput } from './form-schema.ts'
import { isOn, stateOfToken } from './token-status.ts'

/**
 * Returns the status to send with an edit: an expired or exhausted token is enabled when the edit removes the
 * cause. Undefined leaves the status unchanged. `now` in Unix seconds.
 */
export function statusAfterEdit(former: Token, input: Omit<TokenFormOutput, 'count'>, now: number): number | undefined {
  const { expired, exhausted, enabled } = TOKEN_STATUS
  if (former.status !== expired && former.status !== exhausted) return undefined
  return isOn(stateOfToken({ ...former, ...input, status: enabled }, now)) ? enabled : undefined
}
