import type { UpstreamEmbeddingsDialect } from '../dialect.ts'
import { readVectors } from '../embeddings.ts'
import { objectOf, withoutUndefined } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'

/**
 * https://platform.openai.com/docs/api-reference/embeddings; the format cannot express the purpose of an embedding.
 */
export const embeddings: UpstreamEmbeddingsDialect = {
  writeRequest: ({ texts, dimensions, user }, model) =>
    withoutUndefined({ model, input: texts, encoding_format: 'float', dimensions, user }),
  readAnswer(answer) {
    const { data, usage } = objectOf(answer)
    return { vectors: readVectors(data, 'embedding', 'index'), usage: readOpenAIUsage(usage) }
  },
}
