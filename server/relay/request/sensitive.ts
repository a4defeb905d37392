import { findRepeatedMember } from '../../body/repeated-members.ts'
import type { ScannedBody } from '../../body/scan-fields.ts'
import { hasTooManyValues, MAX_VALUES } from '../../body/too-many-values.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { Options } from '../../options/open-options.ts'
import { isReadByModel, promptTexts } from './prompt-texts.ts'
import { createMatcher, type Matcher } from './sensitive-matcher.ts'

/** The options that the search for the operator's words needs. */
type SensitiveOptions = Pick<Options, 'values' | 'version'>

/**
 * Fields that contain the caller's text: where a body repeats one of them, an upstream may read the other
 * occurrence.
 */
export const PROMPT_FIELDS = [
  'instruction',
  'instructions',
  'messages',
  'texts',
  'inputs',
  'prompt',
  'input',
  'system',
  'systemInstruction',
  'system_instruction',
  'contents',
  'query',
  'documents',
  'content',
  'requests',
  'title',
  'tools',
]

const ESCAPE = /\\(?:u([\da-f]{4})|(.))/gi

/** The prepared matcher, for the version of the options from which it was made. */
const matchers = new WeakMap<SensitiveOptions, { version: number; matcher: Matcher | undefined }>()

/**
 * Whether a request contains one of the operator's words where a model reads it, in any format. Costs nothing while
 * the check is off. The raw text is searched first; it is parsed only when it contains a word or could hide one
 * behind an escape. Throws body_invalid when parsing finds broken JSON, or a word in a repeated field.
 */
export function hasSensitiveWord({ bytes }: Pick<ScannedBody, 'bytes'>, options: SensitiveOptions): boolean {
  const matcher = matcherOf(options)
  if (!matcher) return false
  const raw = bytes.toString('utf8')
  if (!matcher.matches(raw) && !raw.includes(matcher.escapeMark)) return false
  if (promptTexts(parseBody(bytes, raw)).some(matcher.matches)) return true
  // JSON.parse takes the last of repeated fields, and an upstream may take the first.
  const repeated = matcher.matches(resolveEscapes(raw)) ? findRepeatedMember(raw, isReadByModel) : undefined
  if (repeated) throw new ApiError('body_invalid', { detail: `"${repeated}" is given twice` })
  return false
}

/** Whether one of the texts of a request contains one of the operator's words. */
export function textsHaveSensitiveWord(texts: readonly string[], options: SensitiveOptions): boolean {
  const matcher = matcherOf(options)
  return matcher !== undefined && texts.some(matcher.matches)
}

function matcherOf(options: SensitiveOptions): Matcher | undefined {
  const known = matchers.get(options)
  if (known?.version === options.version) return known.matcher
  const { CheckSensitiveEnabled, CheckSensitiveOnPromptEnabled, SensitiveWords } = options.values
  const wanted = CheckSensitiveEnabled && CheckSensitiveOnPromptEnabled && SensitiveWords.length > 0
  const matcher = wanted ? createMatcher(SensitiveWords) : undefined
  matchers.set(options, { version: options.version, matcher })
  return matcher
}

/** Resolves the escapes of JSON, so that every text in it can be searched; the result is no longer JSON. */
function resolveEscapes(raw: string): string {
  return raw.replace(ESCAPE, (_all, code, sign) => (code ? String.fromCharCode(Number.parseInt(code, 16)) : sign))
}

/** Parses a body, which was not parsed before if it is large. */
function parseBody(body: Buffer, raw: string): unknown {
  if (hasTooManyValues(body)) throw new ApiError('body_invalid', { detail: `more than ${MAX_VALUES} values` })
  try {
    return JSON.parse(raw)
  } catch (error) {
    throw new ApiError('body_invalid', { detail: String(error) })
  }
}
