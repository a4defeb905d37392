import type { Usage } from '#contract/price.ts'
import { promptTokens } from '#contract/price.ts'
import type { JsonObject } from './conversation.ts'
import { BadRequest, Unreadable, Unwritable } from './dialect.ts'
import { objectsOf } from './json.ts'

/** A call for embeddings in no vendor's words, and OpenAI's: https://platform.openai.com/docs/api-reference/embeddings */

export type Encoding = 'float' | 'base64'

export interface EmbeddingsRequest {
  texts: string[]
  encoding: Encoding
  /** Numbers in a vector, where the caller chooses. */
  dimensions?: number
  user?: string
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

/** Throws BadRequest; Unwritable for tokens instead of texts, which mean something else to each model. */
export function readEmbeddings(request: object): EmbeddingsRequest {
  const { input, encoding_format, dimensions, user } = request as JsonObject
  const texts = Array.isArray(input) ? input : [input]
  if (texts.some((text) => typeof text === 'number' || Array.isArray(text))) {
    throw new Unwritable('this model takes texts, not tokens')
  }
  if (texts.length === 0 || !texts.every((text): text is string => typeof text === 'string')) {
    throw new BadRequest('input', 'must be a text or a list of texts')
  }
  return {
    texts,
    encoding: encoding_format === 'base64' ? 'base64' : 'float',
    ...(typeof dimensions === 'number' ? { dimensions } : {}),
    ...(typeof user === 'string' && user ? { user } : {}),
  }
}

/** An answer in OpenAI's words; `model` as the caller calls it. */
export function writeEmbeddings({ vectors, usage }: EmbeddingsAnswer, { model, encoding, inputTokens }: Written) {
  const tokens = usage ? promptTokens(usage) : inputTokens
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: encoding === 'base64' ? inBase64(vector) : vector,
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

interface Written {
  model: string
  encoding: Encoding
  /** The estimate, for upstreams that do not tell. */
  inputTokens: number
}

const inBase64 = (vector: number[]) => Buffer.from(new Float32Array(vector).buffer).toString('base64')

/** Vectors in a list of objects that are numbered by `index`. Throws Unreadable. */
export function vectorsIn(list: unknown, vector: string, index: string): number[][] {
  const entries = objectsOf(list)
  if (entries.length === 0) throw new Unreadable('the answer has no embeddings')
  const placeOf = (entry: JsonObject, at: number) => (typeof entry[index] === 'number' ? (entry[index] as number) : at)
  return entries
    .map((entry, at) => ({ at: placeOf(entry, at), numbers: entry[vector] }))
    .sort((one, other) => one.at - other.at)
    .map(({ numbers }) => {
      if (!Array.isArray(numbers)) throw new Unreadable('an embedding is not a list of numbers')
      return numbers as number[]
    })
}
