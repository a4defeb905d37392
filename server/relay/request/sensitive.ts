import { findRepeatedMember } from '../../body/repeated-members.ts'
import type { ScannedBody } from '../../body/scan-fields.ts'
import { hasTooManyValues, MAX_VALUES } from '../../body/too-many-values.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { Options } from '../../options/open-options.ts'
import { isReadByModel, promptTexts } from './prompt-texts.ts'

type SensitiveOptions = Pick<Options, 'wordSearch'>

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
  if (!wordSearch?.isInJson(bytes)) return false
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
    return JSON.parse(raw)
  } catch (error) {
    throw new ApiError('body_invalid', { detail: String(error) })
  }
}
