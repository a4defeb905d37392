import { type RerankDialect, Unreadable } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, readTokenCount, withoutUndefined } from '../json.ts'
import { documentText, readRerankUsage } from '../rerank.ts'

/** https://docs.cohere.com/reference/rerank: it accepts only texts and does not send them back. */
export const rerank: RerankDialect = {
  writeRequest: ({ query, documents, topN, maxTokensPerDocument }, model) =>
    withoutUndefined({
      model,
      query,
      documents: documents.map(documentText),
      top_n: topN,
      max_tokens_per_doc: maxTokensPerDocument,
    }),

  readAnswer(answer) {
    const { results, ...others } = objectOf(answer)
    if (!Array.isArray(results)) throw new Unreadable('the answer has no results')
    return {
      results: objectsOf(results).map(({ index, relevance_score }) => ({
        index: readTokenCount(index),
        score: numberOf(relevance_score) ?? 0,
      })),
      usage: readRerankUsage(others.meta),
      others,
    }
  },
}
