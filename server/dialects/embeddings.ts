import type { Usage } from '#contract/price.ts'
import type { JsonObject } from './conversation.ts'
import { Unreadable } from './dialect.ts'
import { objectsOf } from './json.ts'

/** A call for embeddings in no vendor's words. */

export type Encoding = 'float' | 'base64'

export interface EmbeddingsRequest {
  texts: string[]
  encoding: Encoding
  /** Numbers in a vector, where the caller chooses. */
  dimensions?: number
  user?: string
  /** The contents of the texts in Google's words, where one of them has media: only some upstreams embed these. */
  contents?: readonly JsonObject[]
  /** As many as there are texts, where the caller says what they are for. */
  purposes?: readonly Purpose[]
}

/** In Google's words: https://ai.google.dev/gemini-api/docs/embeddings#supported-task-types */
export interface Purpose {
  task: string | undefined
  title: string | undefined
}

export interface EmbeddingsAnswer {
  /** As many as there were texts, in their order. */
  vectors: number[][]
  usage: Usage | undefined
}

/** What an answer says about its call. */
export interface EmbeddingsFacts {
  /** The call's id. */
  id: string
  /** The model as the caller calls it. */
  model: string
  /** As the request wanted it. */
  encoding: Encoding
  /** The estimate, for upstreams that do not tell. */
  inputTokens: number
}

/** Vectors in a list of objects that are numbered by `index`. Throws Unreadable. */
export function vectorsIn(list: unknown, vector: string, index: string): number[][] {
  const entries = objectsOf(list)
  if (entries.length === 0) throw new Unreadable('the answer has no embeddings')
  const placeOf = (entry: JsonObject, at: number) => (typeof entry[index] === 'number' ? (entry[index] as number) : at)
  return entries
    .map((entry, at) => ({ at: placeOf(entry, at), numbers: entry[vector] }))
    .sort((one, other) => one.at - other.at)
    .map(({ numbers }) => {
      const vector = typeof numbers === 'string' ? fromBase64(numbers) : numbers
      if (!Array.isArray(vector)) throw new Unreadable('an embedding is not a list of numbers')
      return vector as number[]
    })
}

/** A vector as OpenAI encodes it: 32-bit floats, the least byte first. https://platform.openai.com/docs/api-reference/embeddings/create */
export const inBase64 = (vector: readonly number[]) => Buffer.from(new Float32Array(vector).buffer).toString('base64')

/** The numbers of such a text; undefined = it is none. */
export function fromBase64(text: string): number[] | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) return undefined
  return Array.from({ length: bytes.length / FLOAT_BYTES }, (_, at) => bytes.readFloatLE(at * FLOAT_BYTES))
}
const FLOAT_BYTES = 4
