import { findRepeatedMember } from '../../../formats/body/repeated-members.ts'
import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import { hasTooManyValues, MAX_VALUES } from '../../../formats/body/too-many-values.ts'
import type { WordSearch } from '../../../formats/sensitive-words/word-search.ts'
import type { Steps } from '../../../platform/async/steps.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'
import type { Options } from '../../../platform/options/open-options.ts'
import { isReadByModel, promptTexts } from './prompt-texts.ts'

type SensitiveOptions = Pick<Options<WordSearch>, 'wordSearch'>

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

/**
 * Whether a request contains one of the operator's words where a model reads it, in any format. Costs nothing while
 * the check is off. The bytes are searched as they are; they are parsed only where that finds a word. Throws
 * body_invalid when parsing finds broken JSON, or a word in a repeated field.
 */
export function hasSensitiveWord({ bytes }: Pick<ScannedBody, 'bytes'>, { wordSearch }: SensitiveOptions): boolean {
  return wordSearch?.isInJson(bytes) === true && isReadWord(bytes, wordSearch)
}

/** As `hasSensitiveWord`, for large bodies: rests now and then while it searches. */
export function* hasSensitiveWordInSteps(
  { bytes }: Pick<ScannedBody, 'bytes'>,
  { wordSearch }: SensitiveOptions,
): Steps<boolean> {
  return wordSearch !== undefined && (yield* wordSearch.isInJsonInSteps(bytes)) && isReadWord(bytes, wordSearch)
}

/** Whether a word that stands somewhere in a body is in a text that a model reads. */
function isReadWord(bytes: Buffer, wordSearch: WordSearch): boolean {
  const raw = bytes.toString('utf8')
  if (promptTexts(parseBody(bytes, raw)).some((text) => wordSearch.isIn(text))) return true
  // JSON.parse takes the last of repeated fields, and an upstream may take the first.
  const repeated = findRepeatedMember(raw, isReadByModel)
  if (repeated) throw new ApiError('body_invalid', { detail: `"${repeated}" is given twice` })
  return false
}

/** Whether one of the texts of a request contains one of the operator's words. */
export function textsHaveSensitiveWord(texts: readonly string[], { wordSearch }: SensitiveOptions): boolean {
  return wordSearch !== undefined && texts.some((text) => wordSearch.isIn(text))
}

/** Parses a body, which was not parsed before if it is large. */
function parseBody(body: Buffer, raw: string): unknown {
  if (hasTooManyValues(body)) throw new ApiError('body_invalid', { detail: `more than ${MAX_VALUES} values` })
  try {
    return parseJson(raw)
  } catch (error) {
    throw new ApiError('body_invalid', { detail: String(error) })
  }
}
