import { tokensUsed } from '#contract/prices/price.ts'
import { Unreadable, type UpstreamEmbeddingsDialect } from '../dialect.ts'
import { objectOf, objectsOf, oneOrMoreObjects, readTokenCount, withoutUndefined } from '../json.ts'
import { readUsage } from './read-usage.ts'

/** The resource name of a model, as it appears inside requests. */
export const modelPath = (model: string) => (model.includes('/') ? model : `models/${model}`)

/** Sends all texts in one request: https://ai.google.dev/api/embeddings#method:-models.batchembedcontents */
export const contentEmbeddings: UpstreamEmbeddingsDialect = {
  takesMedia: true,
  writeRequest: ({ texts, contents, dimensions, purposes }, model) => ({
    requests: texts.map((text, at) =>
      withoutUndefined({
        model: modelPath(model),
        content: contents?.[at] ?? { parts: [{ text }] },
        taskType: purposes?.[at]?.task,
        title: purposes?.[at]?.title,
        outputDimensionality: dimensions,
      }),
    ),
  }),
  readAnswer(answer) {
    const { embeddings, embedding, usageMetadata } = objectOf(answer)
    const vectors = oneOrMoreObjects(embeddings ?? embedding).map(({ values }) => vectorOf(values))
    if (vectors.length === 0) throw new Unreadable('the answer has no embeddings')
    return { vectors, usage: readUsage(objectOf(usageMetadata)).usage }
  },
}

/** https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const vertexEmbeddings: UpstreamEmbeddingsDialect = {
  writeRequest: ({ texts, dimensions, purposes }) => ({
    instances: texts.map((content, at) =>
      withoutUndefined({ content, task_type: purposes?.[at]?.task, title: purposes?.[at]?.title }),
    ),
    ...(dimensions === undefined ? {} : { parameters: { outputDimensionality: dimensions } }),
  }),
  readAnswer(answer) {
    const found = objectsOf(objectOf(answer).predictions).map(({ embeddings }) => objectOf(embeddings))
    if (found.length === 0) throw new Unreadable('the answer has no predictions')
    const tokens = found.reduce((sum, { statistics }) => sum + readTokenCount(objectOf(statistics).token_count), 0)
    return {
      vectors: found.map(({ values }) => vectorOf(values)),
      usage: tokens > 0 ? tokensUsed(tokens, 0) : undefined,
    }
  },
}

function vectorOf(values: unknown): number[] {
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'number')) {
    throw new Unreadable('an embedding is no list of numbers')
  }
  return values
}
