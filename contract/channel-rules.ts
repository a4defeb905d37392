import type { ChannelType, KeyFormat, OtherField } from './channel-types/channel-type.ts'
import type { ErrorCode } from './errors.ts'
import { isTooDeep } from './json-depth.ts'

/**
 * Returns the error of an upstream address; undefined = valid. The call's path is appended to the address, unless
 * the type takes a full URL. Queries are refused since the path would become part of them, and fragments since they
 * are never sent.
 */
export function baseUrlProblem(rule: ChannelType['fields']['base_url'], address: string): ErrorCode | undefined {
  if (address === '') return rule === 'optional' ? undefined : 'channel_base_url_required'
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return 'channel_base_url_invalid'
  if (rule === 'full-url') return address.includes('#') ? 'channel_base_url_fragment' : undefined
  return /[?#]/.test(address) ? 'channel_base_url_query' : undefined
}

/** Returns the error of a type's further field; undefined = valid. Types without that field accept any text. */
export function otherProblem(rule: OtherField | undefined, text: string): ErrorCode | undefined {
  if (!rule) return undefined
  const value = text.trim()
  if (value === '') return rule.missing
  return new RegExp(rule.pattern).test(value) ? undefined : rule.malformed
}

/**
 * Whether a credential is sent unchanged in a header. Bytes above ASCII are refused, since upstreams interpret them
 * differently.
 */
export const isSendable = (credential: string) => /^[\x20-\x7e]*$/.test(credential)

/** Returns the error of one credential of a type; undefined = valid. */
export function keyProblem({ shape }: KeyFormat, key: string): ErrorCode | undefined {
  return shape && !new RegExp(shape.pattern).test(key.trim()) ? shape.malformed : undefined
}

/**
 * Returns the distinct keys of a text with one key per line. A JSON object is one key, even over several lines, and a
 * JSON array of objects has a key for each.
 */
export function keysIn(text: string): string[] {
  const object = isTooDeep(text) ? undefined : jsonKey(text)
  const listed = object ? [object] : isTooDeep(text) ? undefined : jsonKeys(text)
  return listed ? [...new Set(listed)] : [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
}

/** Returns a credential that is a JSON file as one line of ASCII. */
function jsonKey(text: string): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return inOneLine(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Does the same with a list of JSON files. */
function jsonKeys(text: string): string[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    const isList = Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null)
    return isList ? list.map(inOneLine) : undefined
  } catch {
    return undefined
  }
}

function inOneLine(value: unknown): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped)
}
