import type { CallerDialect, UpstreamDialect, UpstreamEmbeddingsDialect } from '../dialect.ts'
import { readVectors } from '../embeddings.ts'
import { objectOf, withoutUndefined } from '../json.ts'
import { openAIErrorBody, openAIErrorEvent } from '../openai-errors.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { collectCompletion } from './collect-completion.ts'
import { chatFields } from './fields.ts'
import { isOpenAIModel, modelFacts, takesVerbosity } from './models.ts'
import { withOwnState } from './own-state.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { isOpening, OpenAIStreamReader } from './read-stream.ts'
import { writeAnswer } from './write-answer.ts'
import { searchesWeb, writeRequest } from './write-request.ts'
import { OpenAIStreamWriter } from './write-stream.ts'

/**
 * https://platform.openai.com/docs/api-reference/embeddings; the format cannot express the purpose of an embedding.
 */
const embeddings: UpstreamEmbeddingsDialect = {
  writeRequest: ({ texts, dimensions, user }, model) =>
    withoutUndefined({ model, input: texts, encoding_format: 'float', dimensions, user }),
  readAnswer(answer) {
    const { data, usage } = objectOf(answer)
    return { vectors: readVectors(data, 'embedding', 'index'), usage: readOpenAIUsage(usage) }
  },
}

/** OpenAI's chat completions. */
export const openai: CallerDialect & UpstreamDialect = {
  fields: chatFields,
  readRequest: (request, stream) => readRequest({ ...request }, stream),
  writeAnswer,
  media: ['image'],
  withOwnState,
  streamWriter: (facts) => new OpenAIStreamWriter(facts),
  // https://developers.openai.com/api/docs/guides/file-inputs, https://platform.openai.com/docs/guides/images-vision
  mediaTypes: (model) =>
    isOpenAIModel(model) ? { image: /^image\/(?:jpe?g|png|gif|webp)$/, file: /^application\/pdf$/ } : undefined,
  unsupportedSettings: ['topK'],
  drawsPictures: () => true,
  tellsLogprobs: true,
  takesVerbosity,
  takesSystemTurns: (model) => modelFacts(model).takesSystemTurns,
  writeRequest,
  searchesWeb,
  readAnswer: (answer, callId) => readAnswer({ ...answer }, callId ?? ''),
  streamReader: (callId) => new OpenAIStreamReader(callId ?? ''),
  collect: collectCompletion,
  isOpening,
  maxAnswers: Number.POSITIVE_INFINITY,
  embeddings,
  // https://platform.openai.com/docs/api-reference/debugging-requests
  requestIdHeader: 'x-request-id',
  rateLimitHeaders: 'openai',
  errorBody: (error, _status, requestId) => openAIErrorBody(error, requestId),
  errorEvent: openAIErrorEvent,
}
