import type { EmbeddingsDialect } from '../dialect.ts'
import { vectorsIn } from '../embeddings.ts'
import { defined, objectOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'

/** https://platform.openai.com/docs/api-reference/embeddings; it has no word for what an embedding is for. */
export const embeddings: EmbeddingsDialect = {
  writeRequest: ({ texts, dimensions, user }, model) =>
    defined({ model, input: texts, encoding_format: 'float', dimensions, user }),
  readAnswer(answer) {
    const { data, usage } = objectOf(answer)
    return { vectors: vectorsIn(data, 'embedding', 'index'), usage: readOpenAIUsage(usage) }
  },
}
