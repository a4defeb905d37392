import { promptTokens, tokensUsed, type Usage } from '#contract/price.ts'
import { BadRequest } from './dialect.ts'
import { countOf, isObject, numberOf, objectOf, textOf } from './json.ts'

/** Sorting documents by their relevance to a query, in the shape that Jina, SiliconFlow and this API family share. */

export interface RerankRequest {
  query: string
  /** Texts, or objects that hold one. */
  documents: unknown[]
  topN?: number
  /** Results carry their documents. */
  returnsDocuments: boolean
  /** The most tokens of a document that are looked at. */
  maxTokensPerDocument?: number
}

export interface RerankAnswer {
  /** By falling relevance. */
  results: { index: number; score: number }[]
  usage: Usage | undefined
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

/** The text of a document: objects hold it under `text`, and are told as a whole when they do not. */
export function documentText(document: unknown): string {
  if (typeof document === 'string') return document
  return textOf(objectOf(document).text) || JSON.stringify(document)
}

/** `inputTokens`: the estimate, for upstreams that do not tell. */
export function writeRerank(
  { results, usage }: RerankAnswer,
  { documents, returnsDocuments }: RerankRequest,
  { model, inputTokens }: { model: string; inputTokens: number },
) {
  const tokens = usage ? promptTokens(usage) : inputTokens
  const documentOf = (index: number) => {
    const document = documents[index]
    return isObject(document) ? document : { text: document }
  }
  return {
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
 * The usage in the `meta` of SiliconFlow and Cohere: tokens that are billed, else those that were counted
 * (https://docs.siliconflow.cn/cn/api-reference/rerank/create-rerank). Searches are no tokens.
 */
export function readRerankUsage(meta: unknown): Usage | undefined {
  const { billed_units, tokens } = objectOf(meta)
  return tokensIn(billed_units) ?? tokensIn(tokens)
}

function tokensIn(value: unknown): Usage | undefined {
  const { input_tokens, output_tokens } = objectOf(value)
  const read = tokensUsed(countOf(input_tokens), countOf(output_tokens))
  return read.input + read.output > 0 ? read : undefined
}
