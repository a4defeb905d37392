import type { UpstreamDialect } from '../dialect.ts'
import { contentEmbeddings, vertexEmbeddings } from './embeddings.ts'
import { readAnswer } from './read-answer.ts'
import { GeminiStreamReader } from './read-stream.ts'
import { writeRequest } from './write-request.ts'

/** Gemini's way to generate content. Media must be in the request: addresses would be those of Google's own store. */
export const gemini: UpstreamDialect = {
  writeRequest,
  readAnswer: (answer, callId) => readAnswer({ ...answer }, callId ?? ''),
  streamReader: (callId) => new GeminiStreamReader(callId ?? ''),
  inlineMedia: true,
  embeddings: contentEmbeddings,
}

/** The same at Vertex AI, which has another way to embed. */
export const geminiOnVertex: UpstreamDialect = { ...gemini, embeddings: vertexEmbeddings }
