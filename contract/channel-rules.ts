import type { ChannelType, KeyFormat, OtherField } from './channel-types/channel-type.ts'
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

/** What is wrong with one credential of a type; undefined = nothing. */
export function keyProblem({ shape }: KeyFormat, key: string): ErrorCode | undefined {
  return shape && !new RegExp(shape.pattern).test(key.trim()) ? shape.malformed : undefined
}

/** The keys in a text, one per line, each once. A JSON object is one key, however many lines it has. */
export function keysIn(text: string): string[] {
  const object = jsonKey(text)
  return object ? [object] : [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
}

/** A credential that is a JSON file, in one line of ASCII. */
function jsonKey(text: string): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
    return JSON.stringify(JSON.parse(text)).replace(/[^\x20-\x7e]/g, escaped)
  } catch {
    return undefined
  }
}
