import type { CallerDialect, UpstreamDialect } from '../dialect.ts'
import { parseObject } from '../json.ts'
import { withOwnState } from '../openai/own-state.ts'
import { cohereEmbeddings } from './embeddings.ts'
import { cohereFields } from './fields.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { CohereStreamReader } from './read-stream.ts'
import { rerank } from './rerank.ts'
import { writeAnswer } from './write-answer.ts'
import { errorBody, failureEvent } from './write-error.ts'
import { writeRequest } from './write-request.ts'
import { CohereStreamWriter } from './write-stream.ts'

/** Cohere's chat, version 2. */
export const cohere: CallerDialect & UpstreamDialect = {
  fields: cohereFields,
  readRequest: (request, stream) => readRequest({ ...request }, stream),
  writeAnswer,
  media: [],
  // Tool calls and their results have ids in the same fields as in chat completions.
  withOwnState,
  streamWriter: (facts) => new CohereStreamWriter(facts),
  requestIdHeader: 'x-request-id',
  errorBody,
  errorEvent: failureEvent,
  unsupportedSettings: ['candidates', 'parallelToolCalls'],
  takesSystemTurns: () => true,
  tellsLogprobs: true,
  writeRequest,
  readAnswer: (answer, callId) => readAnswer({ ...answer }, callId),
  streamReader: (callId) => new CohereStreamReader(callId),
  isOpening: (data) => parseObject(data)?.type === 'message-start',
  embeddings: cohereEmbeddings,
  rerank,
}
