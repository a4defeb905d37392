import { findRepeatedMember } from '../../body/repeated-members.ts'
import type { ScannedBody } from '../../body/scan-fields.ts'
import { hasTooManyValues, MAX_VALUES } from '../../body/too-many-values.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { Options } from '../../options/open-options.ts'
import { WordSearch } from '../../sensitive-words/word-search.ts'
import { isReadByModel, promptTexts } from './prompt-texts.ts'

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

/** What was prepared for a version of the options. */
interface Prepared {
  version: number
  /** The words of `search`, which takes some time to build: other options change, too. */
  words: readonly string[]
  search: WordSearch | undefined
}

const prepared = new WeakMap<SensitiveOptions, Prepared>()

/**
 * Whether a request contains one of the operator's words where a model reads it, in any format. Costs nothing while
 * the check is off. The bytes are searched as they are; they are parsed only where that finds a word. Throws
 * body_invalid when parsing finds broken JSON, or a word in a repeated field.
 */
export function hasSensitiveWord({ bytes }: Pick<ScannedBody, 'bytes'>, options: SensitiveOptions): boolean {
  const search = searchOf(options)
  if (!search?.isInJson(bytes)) return false
  const raw = bytes.toString('utf8')
  if (promptTexts(parseBody(bytes, raw)).some((text) => search.isIn(text))) return true
  // JSON.parse takes the last of repeated fields, and an upstream may take the first.
  const repeated = findRepeatedMember(raw, isReadByModel)
  if (repeated) throw new ApiError('body_invalid', { detail: `"${repeated}" is given twice` })
  return false
}

/** Whether one of the texts of a request contains one of the operator's words. */
export function textsHaveSensitiveWord(texts: readonly string[], options: SensitiveOptions): boolean {
  const search = searchOf(options)
  return search !== undefined && texts.some((text) => search.isIn(text))
}

function searchOf(options: SensitiveOptions): WordSearch | undefined {
  const known = prepared.get(options)
  if (known?.version === options.version) return known.search
  const { CheckSensitiveEnabled, CheckSensitiveOnPromptEnabled, SensitiveWords } = options.values
  const words = CheckSensitiveEnabled && CheckSensitiveOnPromptEnabled ? SensitiveWords : []
  const search = known && isSameList(known.words, words) ? known.search : createSearch(words)
  prepared.set(options, { version: options.version, words, search })
  return search
}

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, index) => word === other[index])

const createSearch = (words: readonly string[]) => (words.length > 0 ? new WordSearch(words) : undefined)

/** Parses a body, which was not parsed before if it is large. */
function parseBody(body: Buffer, raw: string): unknown {
  if (hasTooManyValues(body)) throw new ApiError('body_invalid', { detail: `more than ${MAX_VALUES} values` })
  try {
    return JSON.parse(raw)
  } catch (error) {
    throw new ApiError('body_invalid', { detail: String(error) })
  }
}
