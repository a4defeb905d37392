import { isRecord } from '#contract/is-record.ts'
import { NO_USAGE, promptTokens, tokensUsed, type Usage } from '#contract/prices/price.ts'
import type { JsonObject } from './conversation.ts'
import { BadRequest } from './dialect.ts'
import { numberOf, objectOf, readTokenCount, textOf } from './json.ts'

/**
 * Reranking (sorting documents by their relevance to a query), in the format that Jina, SiliconFlow and this API
 * family share.
 */

export interface RerankRequest {
  query: string
  /** Texts, or objects that contain one. */
  documents: unknown[]
  topN?: number
  /** Results include their documents. */
  returnsDocuments: boolean
  /** Maximum number of tokens per document that are considered. */
  maxTokensPerDocument?: number
}

export interface RerankAnswer {
  /** By descending relevance. */
  results: { index: number; score: number }[]
  usage: Usage | undefined
  /** The vendor's other fields, which programs made for it read. */
  others?: JsonObject
}

/** Throws BadRequest. */
export function readRerank(request: object): RerankRequest {
  const { query, documents, top_n, return_documents, max_tokens_per_doc } = objectOf(request)
  if (typeof query !== 'string') throw new BadRequest('query', 'must be a text')
  if (!Array.isArray(documents)) throw new BadRequest('documents', 'must be a list')
  const topN = numberOf(top_n)
  const maxTokensPerDocument = numberOf(max_tokens_per_doc)
  return {
    query,
    documents,
    returnsDocuments: return_documents !== false,
    ...(topN === undefined ? {} : { topN }),
    ...(maxTokensPerDocument === undefined ? {} : { maxTokensPerDocument }),
  }
}

/** Returns the text of a document: the field `text` of an object, or the whole object as JSON if it has none. */
export function documentText(document: unknown): string {
  if (typeof document === 'string') return document
  return textOf(objectOf(document).text) || JSON.stringify(document)
}

/** `inputTokens`: the estimate, for upstreams that report no usage. */
export function writeRerank(
  { results, usage, others }: RerankAnswer,
  { documents, returnsDocuments }: RerankRequest,
  { model, inputTokens }: { model: string; inputTokens: number },
) {
  const tokens = usage ? promptTokens(usage) : inputTokens
  const documentOf = (index: number) => {
    const document = documents[index]
    return isRecord(document) ? document : { text: document }
  }
  return {
    ...others,
    object: 'list',
    model,
    results: results.map(({ index, score }) => ({
      index,
      relevance_score: score,
      ...(returnsDocuments ? { document: documentOf(index) } : {}),
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

/**
 * Reads the usage in the `meta` of SiliconFlow and Cohere: billed tokens, or else counted tokens
 * (https://docs.siliconflow.cn/cn/api-reference/rerank/create-rerank). Searches are no tokens, but what a price per call
 * is for: https://docs.cohere.com/docs/how-does-cohere-pricing-work
 */
export function readRerankUsage(meta: unknown): Usage | undefined {
  const { billed_units, tokens } = objectOf(meta)
  const usage = tokensIn(billed_units) ?? tokensIn(tokens)
  const units = Math.min(readTokenCount(objectOf(billed_units).search_units), MAX_SEARCHES)
  return units > 1 ? { ...(usage ?? NO_USAGE), units } : usage
}

/** More than any answer has. Limits what a wrong number can cost. */
const MAX_SEARCHES = 10_000

function tokensIn(value: unknown): Usage | undefined {
  const { input_tokens, output_tokens } = objectOf(value)
  const read = tokensUsed(readTokenCount(input_tokens), readTokenCount(output_tokens))
  return read.input + read.output > 0 ? read : undefined
}
