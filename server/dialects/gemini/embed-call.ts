import { promptTokens } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { BadRequest, type EmbeddingsCaller } from '../dialect.ts'
import type { EmbeddingsAnswer, EmbeddingsFacts, EmbeddingsRequest } from '../embeddings.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'

/** Google's clients as they ask for embeddings, one text or many in a call: https://ai.google.dev/api/embeddings */

/** `embedContent` */
export const geminiEmbedCall: EmbeddingsCaller = {
  alwaysRead: true,
  readRequest: (request) => wantedOf([request as JsonObject], 'content'),
  writeAnswer: (answer, facts) => ({ embedding: embeddingsOf(answer)[0], ...usageOf(answer, facts) }),
}

/** `batchEmbedContents` */
export const geminiEmbedCalls: EmbeddingsCaller = {
  alwaysRead: true,
  readRequest: (request) => wantedOf(objectsOf((request as JsonObject).requests), 'requests'),
  writeAnswer: (answer, facts) => ({ embeddings: embeddingsOf(answer), ...usageOf(answer, facts) }),
}

/** `field` is blamed for what is wrong. */
function wantedOf(wanted: JsonObject[], field: string): EmbeddingsRequest {
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

const embeddingsOf = ({ vectors }: EmbeddingsAnswer) => vectors.map((values) => ({ values }))

function usageOf({ usage }: EmbeddingsAnswer, { inputTokens }: EmbeddingsFacts) {
  const tokens = usage ? promptTokens(usage) : inputTokens
  return { usageMetadata: { promptTokenCount: tokens, totalTokenCount: tokens } }
}
