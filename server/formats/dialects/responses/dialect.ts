import type { CallerDialect, UpstreamDialect } from '../dialect.ts'
import { isOpenAIModel, takesVerbosity } from '../openai/models.ts'
import { openAIErrorBody } from '../openai-errors.ts'
import { collectResponse } from './collect-response.ts'
import { responsesFields } from './fields.ts'
import { withOwnState } from './own-state.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { ResponsesStreamReader } from './read-stream.ts'
import { writeAnswer } from './write-answer.ts'
import { errorEvent, errorStream } from './write-error.ts'
import { searchesWeb, writeRequest } from './write-request.ts'
import { ResponsesStreamWriter } from './write-stream.ts'

/** OpenAI may report an empty account or a limit after these events. `type` is the first field of its events. */
const OPENING = /"type"\s*:\s*"response\.(?:created|queued|in_progress)"/
const TYPE_BYTES = 100

/** OpenAI's Responses API. */
export const responses: CallerDialect & UpstreamDialect = {
  fields: responsesFields,
  readRequest: (request, stream) => readRequest({ ...request }, stream),
  writeAnswer,
  media: ['image'],
  withOwnState,
  streamWriter: (facts) => new ResponsesStreamWriter(facts),
  // https://developers.openai.com/api/docs/guides/file-inputs
  mediaTypes: (model) =>
    isOpenAIModel(model)
      ? { image: /^image\/(?:jpe?g|png|gif|webp)$/, file: /^application\/(?!zip|octet-stream)/ }
      : undefined,
  takesVerbosity,
  tellsLogprobs: true,
  unsupportedSettings: ['topK', 'stop', 'seed', 'presencePenalty', 'frequencyPenalty', 'candidates'],
  takesSystemTurns: () => true,
  writeRequest,
  searchesWeb,
  readAnswer: (answer, callId) => readAnswer({ ...answer }, callId),
  streamReader: (callId) => new ResponsesStreamReader(callId),
  collect: collectResponse,
  isOpening: (data) => OPENING.test(data.slice(0, TYPE_BYTES)),
  requestIdHeader: 'x-request-id',
  rateLimitHeaders: 'openai',
  errorBody: (error, _status, requestId) => openAIErrorBody(error, requestId),
  errorEvent,
  errorStream,
}
