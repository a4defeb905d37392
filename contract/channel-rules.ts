import type { ChannelType, OtherField } from './channel-types.ts'
import type { ErrorCode } from './errors.ts'

/**
 * What is wrong with the address of an upstream; undefined = nothing. A call's path is added to its end, unless the
 * type takes a full URL: behind a query the path would be part of the query, and a fragment is never sent.
 */
export function baseUrlProblem(rule: ChannelType['fields']['base_url'], address: string): ErrorCode | undefined {
  if (address === '') return rule === 'optional' ? undefined : 'channel_base_url_required'
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return 'channel_base_url_invalid'
  if (rule === 'full-url') return address.includes('#') ? 'channel_base_url_fragment' : undefined
  return /[?#]/.test(address) ? 'channel_base_url_query' : undefined
}

/** What is wrong with the further field of a type; undefined = nothing. A type without that field takes anything. */
export function otherProblem(rule: OtherField | undefined, text: string): ErrorCode | undefined {
  if (!rule) return undefined
  const value = text.trim()
  if (value === '') return rule.missing
  return new RegExp(rule.pattern).test(value) ? undefined : rule.malformed
}

/**
 * Whether a credential arrives as it was typed when it is sent in a header. Bytes above ASCII could be sent, but mean
 * something else to each upstream; what is pasted with them is a mistake.
 */
export const isSendable = (credential: string) => /^[\x20-\x7e]*$/.test(credential)

/** The keys in a text, one per line, each once. */
export const keysIn = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
