import { type Endings, type Finish, readFinish } from '../endings.ts'

/**
 * https://ai.google.dev/api/generate-content#FinishReason, and Vertex AI's:
 * https://cloud.google.com/vertex-ai/docs/reference/rest/v1/Candidate
 */
export const endings: Endings = {
  ordinary: { STOP: 'stop', MAX_TOKENS: 'length', FINISH_REASON_UNSPECIFIED: 'stop' },
  specific: {
    SAFETY: 'content_filter',
    RECITATION: 'content_filter',
    LANGUAGE: 'content_filter',
    BLOCKLIST: 'content_filter',
    PROHIBITED_CONTENT: 'content_filter',
    SPII: 'content_filter',
    MODEL_ARMOR: 'content_filter',
    IMAGE_SAFETY: 'content_filter',
    IMAGE_PROHIBITED_CONTENT: 'content_filter',
    IMAGE_RECITATION: 'content_filter',
    OTHER: 'failed_if_empty',
    IMAGE_OTHER: 'failed_if_empty',
    NO_IMAGE: 'failed_if_empty',
    MALFORMED_FUNCTION_CALL: 'failed_if_empty',
    MALFORMED_RESPONSE: 'failed_if_empty',
    UNEXPECTED_TOOL_CALL: 'failed_if_empty',
    TOO_MANY_TOOL_CALLS: 'failed_if_empty',
    MISSING_THOUGHT_SIGNATURE: 'failed_if_empty',
  },
}

/** Finish reasons by enum number, which Google sends for `enum-encoding=int`. */
const BY_NUMBER = [
  'FINISH_REASON_UNSPECIFIED',
  'STOP',
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
  'OTHER',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MALFORMED_FUNCTION_CALL',
  'IMAGE_SAFETY',
]

/** Returns the finish reason of a candidate; undefined = it has not ended. */
export function readReason(given: unknown): string | undefined {
  if (typeof given === 'number') return BY_NUMBER[given] ?? `FINISH_REASON_${given}`
  return typeof given === 'string' && given !== '' ? given : undefined
}

/** Returns whether a finish reason means that the candidate is empty because of a failure of the vendor. */
const isFailure = (word: string) =>
  Object.hasOwn(endings.specific, word) && endings.specific[word] === 'failed_if_empty'

/**
 * Reads how a candidate ended. Throws Refused for one that failed without content, unless it `passes` unchanged to
 * a caller whose format has the reason.
 */
export function readEnding(
  word: string | undefined,
  { passes, ...held }: { hasCalls: boolean; isEmpty: boolean; passes: boolean },
): Finish {
  const isShown = passes && word !== undefined && isFailure(word)
  return readFinish(word, endings, { ...held, isEmpty: held.isEmpty && !isShown })
}
