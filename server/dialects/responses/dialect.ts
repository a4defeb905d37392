import type { CallerDialect, UpstreamDialect } from '../dialect.ts'
import { openAIErrorBody } from '../openai-errors.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { ResponsesStreamReader } from './read-stream.ts'
import { writeAnswer } from './write-answer.ts'
import { errorEvent } from './write-error.ts'
import { writeRequest } from './write-request.ts'
import { ResponsesStreamWriter } from './write-stream.ts'

/** OpenAI's responses. */
export const responses: CallerDialect & UpstreamDialect = {
  readRequest: (request, stream) => readRequest({ ...request }, stream),
  writeAnswer,
  streamWriter: (facts) => new ResponsesStreamWriter(facts),
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new ResponsesStreamReader(),
  errorBody: (error, _status, requestId) => openAIErrorBody(error, requestId),
  errorEvent,
}
