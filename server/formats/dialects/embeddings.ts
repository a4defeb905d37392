import type { Usage } from '#contract/prices/price.ts'
import type { JsonObject } from './conversation.ts'
import { Unreadable } from './dialect.ts'
import { objectsOf } from './json.ts'

/** An embeddings call in a vendor-neutral form. */

export type Encoding = 'float' | 'base64'

export interface EmbeddingsRequest {
  texts: string[]
  encoding: Encoding
  /** Length of a vector, if the caller chooses it. */
  dimensions?: number
  user?: string
  /** The contents of the texts in Google's format, if one of them has media. Only some upstreams embed these. */
  contents?: readonly JsonObject[]
  /** One per text, if the caller says what the texts are for. */
  purposes?: readonly Purpose[]
}

/** Google's task types: https://ai.google.dev/gemini-api/docs/embeddings#supported-task-types */
export interface Purpose {
  task: string | undefined
  title: string | undefined
}

export interface EmbeddingsAnswer {
  /** One per text, in the order of the texts. */
  vectors: number[][]
  usage: Usage | undefined
}

/** The context of the call that an answer repeats. */
export interface EmbeddingsFacts {
  /** The call's id. */
  id: string
  /** The caller's name of the model. */
  model: string
  /** As requested by the caller. */
  encoding: Encoding
  /** The estimate, for upstreams that report no usage. */
  inputTokens: number
}

/** Reads vectors from a list of objects that are numbered by `index`. Throws Unreadable. */
export function readVectors(list: unknown, vector: string, index: string): number[][] {
  const entries = objectsOf(list)
  if (entries.length === 0) throw new Unreadable('the answer has no embeddings')
  const placeOf = (entry: JsonObject, at: number) => (typeof entry[index] === 'number' ? (entry[index] as number) : at)
  return entries
    .map((entry, at) => ({ at: placeOf(entry, at), numbers: entry[vector] }))
    .sort((one, other) => one.at - other.at)
    .map(({ numbers }) => {
      const vector = typeof numbers === 'string' ? readBase64Vector(numbers) : numbers
      if (!Array.isArray(vector)) throw new Unreadable('an embedding is not a list of numbers')
      return vector as number[]
    })
}

/**
 * Encodes a vector as OpenAI does: little-endian 32-bit floats in base64.
 * https://platform.openai.com/docs/api-reference/embeddings/create
 */
export const toBase64Vector = (vector: readonly number[]) =>
  Buffer.from(new Float32Array(vector).buffer).toString('base64')

/** Decodes such a text; undefined = it is not one. */
export function readBase64Vector(text: string): number[] | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) return undefined
  return Array.from({ length: bytes.length / FLOAT_BYTES }, (_, at) => bytes.readFloatLE(at * FLOAT_BYTES))
}
const FLOAT_BYTES = 4
