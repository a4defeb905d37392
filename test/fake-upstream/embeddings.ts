import type { Behaviour } from './behaviour.ts'
import { countTokens } from './words.ts'

export interface EmbeddingRequest {
  model?: string
  input?: string | string[] | number[] | number[][]
  encoding_format?: 'float' | 'base64'
  dimensions?: number
}

/** POST /v1/embeddings. Source: platform.openai.com/docs/api-reference/embeddings. */
export function embeddingAnswer(request: EmbeddingRequest, promptTokens: number, behaviour: Behaviour): object {
  const data = inputs(request).map((input, index) => {
    const vector = embed(JSON.stringify(input), request.dimensions ?? 1536)
    const embedding = request.encoding_format === 'base64' ? toBase64(vector) : [...vector]
    return { object: 'embedding', index, embedding }
  })
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens }
  return { object: 'list', data, model: request.model, ...(behaviour.usage !== false && { usage }) }
}

/** Words of texts, or the number of ids when the input is already tokens. */
export function countEmbeddingTokens(request: EmbeddingRequest): number {
  return inputs(request).reduce<number>((total, input) => {
    return total + (typeof input === 'string' ? countTokens(input) : input.length)
  }, 0)
}

function inputs({ input = '' }: EmbeddingRequest): (string | number[])[] {
  if (typeof input === 'string') return [input]
  if (typeof input[0] === 'number') return [input as number[]]
  return input as string[] | number[][]
}

/** A unit vector that depends on the text alone. */
function embed(text: string, dimensions: number): Float32Array {
  let state = 2166136261
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619)
  const vector = new Float32Array(dimensions)
  for (let i = 0; i < dimensions; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    vector[i] = state / 2 ** 31
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** Little-endian 32-bit floats, as the API packs them. */
function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer).toString('base64')
}
