import { detectShape } from '../../../formats/body/detect-shape.ts'
import { skipBlank } from '../../../formats/body/scan-fields.ts'
import { type UpstreamFormat, upstreamDialects } from '../../../formats/dialects/all.ts'
import type { UpstreamDialect } from '../../../formats/dialects/dialect.ts'
import type { CallWithBody, ConvertedCall } from '../converted-call.ts'
import type { AnswerReader, WholeAnswer } from './answer-reader.ts'
import { readCompletionAnswer } from './completion-answer.ts'
import { createConvertingReader } from './converting-reader.ts'
import { readChunks } from './read-any-answer.ts'

/**
 * Whether the answer of a call is a model's text: such answers are read in any shape and returned in the shape that
 * the caller requested.
 */
export const isTextAnswer = ({ operation }: Pick<ConvertedCall['endpoint'], 'operation'>) =>
  operation === 'chat' || operation === 'completions'

/**
 * Creates a reader for texts of models in the caller's format. `object` reads those that have the shape that the
 * caller requested; others, such as the events of a stream for a caller of whole answers, are converted to it.
 */
export function createTextReader(given: CallWithBody, format: UpstreamFormat, object: AnswerReader): AnswerReader {
  const { stream, refusal } = object
  return {
    stream,
    ...(refusal && { refusal }),
    whole(body, mayRetry) {
      if (!hasRequestedShape(body, given.call)) return convertShape(body, given, format, object, mayRetry)
      try {
        return object.whole(body, mayRetry)
      } catch (error) {
        // The answer begins like an object, but may be several objects.
        if (error instanceof SyntaxError) return convertShape(body, given, format, object, mayRetry)
        throw error
      }
    },
  }
}

const OPEN_BRACE = 0x7b

/** Whether an answer has the shape that the caller requested, which here is one JSON object. */
const hasRequestedShape = (body: Buffer, { stream }: ConvertedCall) =>
  !stream && (body[0] === OPEN_BRACE || (detectShape(body) === 'json' && body[skipBlank(body, 0)] === OPEN_BRACE))

/** Converts an answer of another shape to the shape that the caller requested. Throws as readers do. */
function convertShape(
  body: Buffer<ArrayBuffer>,
  given: CallWithBody,
  format: UpstreamFormat,
  object: AnswerReader,
  mayRetry: boolean | undefined,
): WholeAnswer {
  const { call } = given
  const { collect }: UpstreamDialect = upstreamDialects[format]
  const collected = call.stream ? undefined : collect?.(readChunks(body))
  if (collected) {
    const read = object.whole(Buffer.from(JSON.stringify(collected)), mayRetry)
    return { ...read, contentType: 'application/json' }
  }
  return call.endpoint.operation === 'completions'
    ? readCompletionAnswer(body, call)
    : createConvertingReader(given, format).whole(body)
}
