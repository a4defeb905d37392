import type { CallerDialect } from '../dialect.ts'
import { readRequest } from './read-request.ts'
import { writeAnswer } from './write-answer.ts'
import { errorBody, errorEvent } from './write-error.ts'
import { GeminiStreamWriter } from './write-stream.ts'

/** Google's content generation. */
export const gemini: CallerDialect = {
  readRequest: (request, stream) => readRequest({ ...request }, stream),
  writeAnswer,
  streamWriter: (facts) => new GeminiStreamWriter(facts),
  errorBody,
  errorEvent,
}
