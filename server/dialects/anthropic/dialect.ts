import type { CallerDialect, UpstreamDialect } from '../dialect.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { AnthropicStreamReader } from './read-stream.ts'
import { writeAnswer } from './write-answer.ts'
import { errorBody, errorEvent, errorStatus } from './write-error.ts'
import { writeRequest } from './write-request.ts'
import { AnthropicStreamWriter } from './write-stream.ts'

/** Anthropic's messages. */
export const anthropic: CallerDialect & UpstreamDialect = {
  readRequest: (request, stream) => readRequest({ ...request }, stream),
  writeAnswer,
  media: [],
  streamWriter: (facts) => new AnthropicStreamWriter(facts),
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new AnthropicStreamReader(),
  // https://platform.claude.com/docs/en/api/errors#request-id
  requestIdHeader: 'request-id',
  errorBody,
  errorEvent,
  errorStatus,
}
