import type { Token } from '#contract/api/tokens.ts'

type Used = Pick<Token, 'created_time' | 'accessed_time' | 'last_used_at' | 'last_used_ip' | 'last_used_client'>

/**
 * Returns when a token was last used, 0 = never, and from where and with what, "" = unknown. `accessed_time` is that of
 * the creation until the first charged call.
 */
export function lastUseOf({ created_time, accessed_time, last_used_at, ...use }: Used) {
  const charged = accessed_time > created_time ? accessed_time : 0
  const from = [use.last_used_ip, use.last_used_client].filter(Boolean).join(' · ')
  return { at: Math.max(last_used_at, charged), from }
}
