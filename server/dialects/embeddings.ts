import { promptTokens, type Usage } from '#contract/price.ts'
import { BadRequest, Unwritable } from './dialect.ts'

/** A call for embeddings in no vendor's words. */
export interface EmbeddingsRequest {
  texts: string[]
  dimensions?: number
  /** Vectors are wanted as 32-bit numbers in base64. */
  packed: boolean
}

export interface EmbeddingsAnswer {
  /** One for each text, in order. */
  vectors: number[][]
  usage: Usage | undefined
}

/** How upstreams of a format are asked for embeddings. Pure. */
export interface EmbeddingsDialect {
  writeRequest(request: EmbeddingsRequest, model: string): object
  /** Throws Unreadable. */
  readAnswer(answer: object): EmbeddingsAnswer
}

/** Reads OpenAI's request: https://platform.openai.com/docs/api-reference/embeddings/create. Throws BadRequest or Unwritable. */
export function readEmbeddings(body: {
  input?: unknown
  dimensions?: unknown
  encoding_format?: unknown
}): EmbeddingsRequest {
  const { input, dimensions, encoding_format } = body
  const texts: unknown[] = Array.isArray(input) ? input : [input]
  if (texts.some((text) => typeof text === 'number' || Array.isArray(text))) {
    throw new Unwritable('this model does not take tokens of another vendor, only texts')
  }
  if (!isTexts(texts)) throw new BadRequest('input', 'must be a text or a list of texts')
  const wanted = typeof dimensions === 'number' ? { dimensions } : {}
  return { texts, ...wanted, packed: encoding_format === 'base64' }
}

const isTexts = (items: unknown[]): items is string[] =>
  items.length > 0 && items.every((item) => typeof item === 'string')

/** Writes OpenAI's answer: https://platform.openai.com/docs/api-reference/embeddings/object */
export function writeEmbeddings({ vectors, usage }: EmbeddingsAnswer, { packed }: EmbeddingsRequest, model: string) {
  const tokens = usage ? promptTokens(usage) : 0
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: packed ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector,
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}
