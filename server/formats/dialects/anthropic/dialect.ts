import type { CallerDialect, UpstreamDialect } from '../dialect.ts'
import { collectMessage } from './collect-message.ts'
import { messagesFields } from './fields.ts'
import { withOwnState } from './own-state.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { AnthropicStreamReader } from './read-stream.ts'
import { writeAnswer } from './write-answer.ts'
import { errorBody, errorEvent, errorStatus } from './write-error.ts'
import { searchesWeb, writeRequest } from './write-request.ts'
import { AnthropicStreamWriter } from './write-stream.ts'

/** Overloaded servers may begin a message before they refuse it. `type` is the first field of their events. */
const OPENING = /"type"\s*:\s*"(?:message_start|ping)"/
const TYPE_BYTES = 100

/** Anthropic's Messages API. */
export const anthropic: CallerDialect & UpstreamDialect = {
  fields: messagesFields,
  readRequest: (request, stream) => readRequest({ ...request }, stream),
  writeAnswer,
  media: [],
  withOwnState,
  streamWriter: (facts) => new AnthropicStreamWriter(facts),
  // https://platform.claude.com/docs/en/build-with-claude/vision, https://platform.claude.com/docs/en/build-with-claude/pdf-support
  mediaTypes: () => ({ image: /^image\/(?:jpe?g|png|gif|webp)$/, file: /^application\/pdf$/ }),
  unsupportedSettings: ['seed', 'presencePenalty', 'frequencyPenalty', 'candidates'],
  // The writer knows which model takes them where.
  takesSystemTurns: () => true,
  writeRequest,
  searchesWeb,
  readAnswer: (answer, callId) => readAnswer({ ...answer }, callId),
  streamReader: (callId) => new AnthropicStreamReader(callId),
  collect: collectMessage,
  isOpening: (data) => OPENING.test(data.slice(0, TYPE_BYTES)),
  // https://platform.claude.com/docs/en/api/errors#request-id
  requestIdHeader: 'request-id',
  rateLimitHeaders: 'anthropic',
  errorBody,
  errorEvent,
  errorStatus,
}
