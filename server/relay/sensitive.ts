import { Failure } from '../http/failure.ts'
import type { Options } from '../options/live.ts'
import { isCrowded, MOST_VALUES } from './crowded.ts'
import { repeatedMember } from './repeated-members.ts'
import type { Fields, Span } from './scan-fields.ts'
import { createMatcher, type Matcher } from './sensitive-matcher.ts'

/** What is needed to look for the operator's words in a request. */
type Rules = Pick<Options, 'values' | 'version'>

/** Fields that hold what a caller says, in any of the formats. */
export const PROMPT_FIELDS = [
  'instruction',
  'instructions',
  'messages',
  'prompt',
  'input',
  'system',
  'contents',
  'query',
  'documents',
  'content',
  'requests',
  'title',
]
/** Keys of an object below them that hold text, or further parts. */
const TEXT_KEYS = ['content', 'text', 'parts', 'input', 'output', 'title']

const ESCAPE = /\\(?:u([\da-f]{4})|(.))/gi

/** The search made ready, for the version of the options that it was made of. */
const prepared = new WeakMap<Rules, { version: number; matcher: Matcher | undefined }>()

/**
 * Whether a request says one of the operator's words, in whatever form its messages have. Costs nothing while the check
 * is off. The text is looked at as it came; it is parsed only when a word shows or could hide behind an escape. Throws
 * body_invalid when that brings broken JSON to light, or a word in a text that is given twice.
 */
export function sensitiveWordIn(request: { body: Buffer; fields: Fields }, options: Rules): boolean {
  const matcher = matcherOf(options)
  if (!matcher) return false
  for (const name of PROMPT_FIELDS) {
    const span = request.fields.spans.get(name)
    if (span && isFoundIn(request.body, span, matcher)) return true
  }
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

function isFoundIn(body: Buffer, { start, end }: Span, matcher: Matcher): boolean {
  const raw = body.toString('utf8', start, end)
  if (!matcher.finds(raw) && !raw.includes(matcher.escapeMark)) return false
  if (texts(parsed(body, start, end)).some(matcher.finds)) return true
  // Of a text that is given twice we read the last, and an upstream may read the first.
  const repeated = matcher.finds(unescaped(raw)) ? repeatedMember(raw, TEXT_KEYS) : undefined
  if (repeated) throw new Failure('body_invalid', { detail: `"${repeated}" is given twice` })
  return false
}

/** JSON with its escapes resolved, so that every text in it can be searched; no longer JSON. */
function unescaped(raw: string): string {
  return raw.replace(ESCAPE, (_all, code, sign) => (code ? String.fromCharCode(Number.parseInt(code, 16)) : sign))
}

/** Large bodies are parsed here for the first time. */
function parsed(body: Buffer, start: number, end: number): unknown {
  if (isCrowded(body, start, end)) throw new Failure('body_invalid', { detail: `more than ${MOST_VALUES} values` })
  try {
    return JSON.parse(body.toString('utf8', start, end))
  } catch (error) {
    throw new Failure('body_invalid', { detail: String(error) })
  }
}

/** Every text in a field's value. Without recursion: callers may nest as deep as they like. */
function texts(value: unknown): string[] {
  const found: string[] = []
  const open = [value]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part === 'string') found.push(part)
    else if (Array.isArray(part)) for (const item of part) open.push(item ?? '')
    else if (typeof part === 'object' && part !== null) {
      for (const key of TEXT_KEYS) open.push((part as Record<string, unknown>)[key] ?? '')
    }
  }
  return found
}
