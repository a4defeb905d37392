import type { JsonObject } from '../conversation.ts'
import type { CallerDialect, UpstreamDialect } from '../dialect.ts'
import { objectOf, objectsOf, parseObject, textOf } from '../json.ts'
import { contentEmbeddings, vertexEmbeddings } from './embeddings.ts'
import { generateFields } from './fields.ts'
import { withOwnState } from './own-state.ts'
import { camelCase } from './proto-json.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { GeminiStreamReader } from './read-stream.ts'
import { writeAnswer } from './write-answer.ts'
import { errorBody, errorEvent } from './write-error.ts'
import { MAX_CANDIDATES, searchesWeb, writeRequest } from './write-request.ts'
import { GeminiStreamWriter } from './write-stream.ts'

/** Gemini's generateContent API. Media must be inline: URLs would have to be those of Google's own store. */
export const gemini: CallerDialect & UpstreamDialect = {
  fields: generateFields,
  spelling: camelCase,
  readRequest: (request, stream) => readRequest({ ...request }, stream),
  writeAnswer,
  media: ['image', 'audio'],
  withOwnState,
  streamWriter: (facts) => new GeminiStreamWriter(facts),
  // https://ai.google.dev/gemini-api/docs/image-understanding#supported-formats, https://ai.google.dev/gemini-api/docs/video-understanding
  mediaTypes: () => ({
    image: /^image\/(?:jpe?g|png|webp|hei[cf])$/,
    file: /^(?:application\/pdf|(?:video|audio)\/.+)$/,
  }),
  unsupportedSettings: ['parallelToolCalls'],
  drawsPictures: () => true,
  tellsLogprobs: true,
  writeRequest,
  searchesWeb,
  readAnswer: (answer, callId) => readAnswer({ ...answer }, callId),
  streamReader: (callId) => new GeminiStreamReader(callId),
  isOpening: (data) => isEmpty(data),
  maxAnswers: MAX_CANDIDATES,
  requiresInlineMedia: true,
  embeddings: contentEmbeddings,
  requestIdHeader: 'x-request-id',
  errorBody,
  errorEvent,
}

/**
 * The same at Vertex AI, which has another embeddings API, and requires the role of each content:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference
 */
export const geminiOnVertex: UpstreamDialect = {
  ...gemini,
  embeddings: vertexEmbeddings,
  acceptsUnchanged: (format, parse) => {
    const request = format === 'gemini' ? parse() : undefined
    return request !== undefined && hasRoles({ ...request })
  },
}

/** Returns whether an event has only the usage so far, or candidates without content. */
function isEmpty(data: string): boolean {
  const answer = parseObject(data)
  if (!answer || answer.error || answer.promptFeedback) return false
  if (answer.candidates === undefined) return answer.usageMetadata !== undefined
  return objectsOf(answer.candidates).every(
    ({ content, finishReason }) => finishReason === undefined && !objectOf(content).parts,
  )
}

function hasRoles({ contents }: JsonObject): boolean {
  return Array.isArray(contents) && contents.every((content) => textOf(objectOf(content).role) !== '')
}
