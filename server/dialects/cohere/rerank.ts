import { type RerankDialect, Unreadable } from '../dialect.ts'
import { countOf, defined, numberOf, objectOf, objectsOf } from '../json.ts'
import { documentText, readRerankUsage } from '../rerank.ts'

/** https://docs.cohere.com/reference/rerank: it takes texts alone and does not send them back. */
export const rerank: RerankDialect = {
  writeRequest: ({ query, documents, topN, maxTokensPerDocument }, model) =>
    defined({
      model,
      query,
      documents: documents.map(documentText),
      top_n: topN,
      max_tokens_per_doc: maxTokensPerDocument,
    }),

  readAnswer(answer) {
    const { results, meta } = objectOf(answer)
    if (!Array.isArray(results)) throw new Unreadable('the answer has no results')
    return {
      results: objectsOf(results).map(({ index, relevance_score }) => ({
        index: countOf(index),
        score: numberOf(relevance_score) ?? 0,
      })),
      usage: readRerankUsage(meta),
    }
  },
}
