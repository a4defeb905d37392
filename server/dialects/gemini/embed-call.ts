import { promptTokens } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import type { EmbeddingsAnswer, EmbeddingsRequest } from '../embeddings.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'

/** Google's clients as they ask for embeddings: https://ai.google.dev/api/embeddings */

/** `embedContent` is for one text, `batchEmbedContents` for many. */
export type EmbedMethod = 'embedContent' | 'batchEmbedContents'

/** Throws BadRequest. */
export function readEmbedCall(request: object, method: EmbedMethod): EmbeddingsRequest {
  const body = request as JsonObject
  const wanted = method === 'embedContent' ? [body] : objectsOf(body.requests)
  const field = method === 'embedContent' ? 'content' : 'requests'
  if (wanted.length === 0) throw new BadRequest(field, 'must be a list of texts to embed')
  const sizes = new Set(wanted.map((one) => one.outputDimensionality ?? one.output_dimensionality))
  if (sizes.size > 1) throw new BadRequest(field, 'must want the same outputDimensionality for all texts')
  const [dimensions] = sizes
  return {
    texts: wanted.map((one) => textIn(one, field)),
    purposes: wanted.map((one) => ({
      task: textOf(one.taskType ?? one.task_type) || undefined,
      title: textOf(one.title) || undefined,
    })),
    encoding: 'float',
    ...(typeof dimensions === 'number' ? { dimensions } : {}),
  }
}

/** Of a content, only the texts are embedded. */
function textIn({ content }: JsonObject, field: string): string {
  const parts = objectsOf(objectOf(content).parts)
  if (parts.length === 0 || !parts.every(({ text }) => typeof text === 'string')) {
    throw new BadRequest(field, 'must have parts with a text each')
  }
  return parts.map(({ text }) => text).join('\n')
}

/** `inputTokens`: the estimate, for upstreams that do not tell. */
export function writeEmbedAnswer({ vectors, usage }: EmbeddingsAnswer, method: EmbedMethod, inputTokens: number) {
  const tokens = usage ? promptTokens(usage) : inputTokens
  const usageMetadata = { promptTokenCount: tokens, totalTokenCount: tokens }
  const embeddings = vectors.map((values) => ({ values }))
  return method === 'embedContent' ? { embedding: embeddings[0], usageMetadata } : { embeddings, usageMetadata }
}
