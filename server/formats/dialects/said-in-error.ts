import { isRecord } from '#contract/is-record.ts'
import { parseJson } from '../../platform/json/parse-json.ts'

/** What an error says beside its code, type and message: in its details, and in errors that it quotes as JSON. */
export interface SaidInError {
  names: readonly string[]
  texts: readonly string[]
  /** When the vendor says to come again: the values of fields and headers that name a time, by their names. */
  times: readonly (readonly [name: string, value: string])[]
  /** The error of a vendor behind the one that answers. */
  isForeign?: true
}

/** Fields that name an error. */
const NAMES =
  /^(?:code|type|status|reason|statustext|(?:error|sub|err|status|inner)_?(?:code|type)|limit_source|quotaid|@exception|__type)$/i
/** Fields that describe it. Others may hold the caller's own words. */
const TEXTS =
  /^(?:message|msg|detail|details|error|err|raw|title|description|(?:error|err|status)_?(?:msg|message|description))$/i
/** Fields that say when to come again. */
const TIMES = /retry|reset|^estimated_time$|^wait_(?:time|seconds|ms)$/i
const MAX_DEPTH = 8
const MAX_FIELDS = 200
const MAX_TEXT = 4000
const MAX_TIME_LENGTH = 60

/** Reads what the value of an error's body says beside what was read already; undefined = nothing. */
export function saidIn(
  value: unknown,
  read: { message: string; type: string; code: string | number | null },
): SaidInError | undefined {
  const found = {
    names: new Set<string>(),
    texts: new Set<string>(),
    times: [] as [string, string][],
    isForeign: false,
  }
  let left = MAX_FIELDS

  function readText(name: string, text: string, depth: number): void {
    const inner = jsonIn(text)
    if (inner !== undefined && depth < MAX_DEPTH) walk(name, inner, depth + 1)
    // Amazon's types stand after the name of a service.
    if (NAMES.test(name)) found.names.add(text.slice(text.lastIndexOf('#') + 1).slice(0, 100))
    if (TEXTS.test(name)) found.texts.add(text.slice(0, MAX_TEXT))
  }

  function walk(name: string, at: unknown, depth: number): void {
    if (depth > MAX_DEPTH || left-- <= 0) return
    if (TIMES.test(name) && (typeof at === 'string' || typeof at === 'number'))
      found.times.push([name.toLowerCase(), String(at).slice(0, MAX_TIME_LENGTH)])
    if (typeof at === 'number' && NAMES.test(name)) found.names.add(String(at))
    else if (typeof at === 'string') readText(name, at, depth)
    else if (Array.isArray(at)) for (const item of at) walk(name, item, depth + 1)
    else if (isRecord(at)) {
      if (typeof at.provider_name === 'string' && at.provider_name !== '') found.isForeign = true
      for (const [inner, member] of Object.entries(at)) walk(inner, member, depth + 1)
    }
  }

  walk('', value, 0)
  const known = new Set([read.message, read.type, String(read.code)])
  const names = [...found.names].filter((name) => !known.has(name))
  const texts = [...found.texts].filter((text) => !known.has(text))
  const { times, isForeign } = found
  if (names.length + texts.length + times.length === 0 && !isForeign) return undefined
  return { names, texts, times, ...(isForeign ? { isForeign } : {}) }
}

/** Removes the JSON that a text holds, which is read by itself. */
export function withoutJson(text: string): string {
  return jsonIn(text) === undefined
    ? text
    : `${text.slice(0, text.indexOf('{'))} ${text.slice(text.lastIndexOf('}') + 1)}`
}

/** Returns the JSON that a text holds, such as the error of another server; undefined = none. */
function jsonIn(text: string): unknown {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from < 0 || to <= from) return undefined
  try {
    return parseJson(text.slice(from, to + 1))
  } catch {
    return undefined
  }
}
