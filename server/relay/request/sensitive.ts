import { repeatedMember } from '../../body/repeated-members.ts'
import { isCrowded, MOST_VALUES } from '../../body/too-many-values.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Options } from '../../options/live.ts'
import { isRead, spokenTexts } from './prompt-texts.ts'
import { createMatcher, type Matcher } from './sensitive-matcher.ts'

/** What is needed to look for the operator's words in a request. */
type Rules = Pick<Options, 'values' | 'version'>

/** Fields that hold what a caller says: in a body that gives one of them twice, an upstream may read the other one. */
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

/** The search made ready, for the version of the options that it was made of. */
const prepared = new WeakMap<Rules, { version: number; matcher: Matcher | undefined }>()

/**
 * Whether a request says one of the operator's words where a model reads it, in whatever format. Costs nothing while the
 * check is off. The text is looked at as it came; it is parsed only when a word shows or could hide behind an escape.
 * Throws body_invalid when that brings broken JSON to light, or a word in a text that is given twice.
 */
export function sensitiveWordIn({ body }: { body: Buffer }, options: Rules): boolean {
  const matcher = matcherOf(options)
  if (!matcher) return false
  const raw = body.toString('utf8')
  if (!matcher.finds(raw) && !raw.includes(matcher.escapeMark)) return false
  if (spokenTexts(parsed(body, raw)).some(matcher.finds)) return true
  // Of a text that is given twice we read the last, and an upstream may read the first.
  const repeated = matcher.finds(unescaped(raw)) ? repeatedMember(raw, isRead) : undefined
  if (repeated) throw new Failure('body_invalid', { detail: `"${repeated}" is given twice` })
  return false
}

/** The same for texts that were taken out of a request. */
export function sensitiveWordInTexts(texts: readonly string[], options: Rules): boolean {
  const matcher = matcherOf(options)
  return matcher !== undefined && texts.some(matcher.finds)
}

function matcherOf(options: Rules): Matcher | undefined {
  const known = prepared.get(options)
  if (known?.version === options.version) return known.matcher
  const { CheckSensitiveEnabled, CheckSensitiveOnPromptEnabled, SensitiveWords } = options.values
  const wanted = CheckSensitiveEnabled && CheckSensitiveOnPromptEnabled && SensitiveWords.length > 0
  const matcher = wanted ? createMatcher(SensitiveWords) : undefined
  prepared.set(options, { version: options.version, matcher })
  return matcher
}

/** JSON with its escapes resolved, so that every text in it can be searched; no longer JSON. */
function unescaped(raw: string): string {
  return raw.replace(ESCAPE, (_all, code, sign) => (code ? String.fromCharCode(Number.parseInt(code, 16)) : sign))
}

/** Large bodies are parsed here for the first time. */
function parsed(body: Buffer, raw: string): unknown {
  if (isCrowded(body)) throw new Failure('body_invalid', { detail: `more than ${MOST_VALUES} values` })
  try {
    return JSON.parse(raw)
  } catch (error) {
    throw new Failure('body_invalid', { detail: String(error) })
  }
}
