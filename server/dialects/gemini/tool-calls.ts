import { NO_USAGE, type Usage } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, textOf } from '../json.ts'
import { inCamelCase } from './in-camel-case.ts'

/**
 * Counts the searches of Google that an answer is paid for: from Gemini 3 on each query, the empty and repeated ones apart;
 * before, an answer with searches is one. https://ai.google.dev/gemini-api/docs/google-search#pricing
 */
export class GoogleSearches {
  readonly #queries = new Set<string>()

  /** Takes in what a candidate tells of its sources. Returns whether that has a query that was not known. */
  add(groundingMetadata: unknown): boolean {
    const before = this.#queries.size
    const { webSearchQueries } = inCamelCase(objectOf(groundingMetadata))
    const queries = Array.isArray(webSearchQueries) ? webSearchQueries.map(textOf) : []
    for (const query of queries) if (query !== '') this.#queries.add(query)
    return this.#queries.size > before
  }

  /** The usage of an answer with its searches; that of the searches alone where the answer told none. */
  counted(usage: Usage | undefined, { modelVersion }: JsonObject): Usage | undefined {
    const { size } = this.#queries
    if (size === 0) return usage
    const web_search = PER_PROMPT.test(textOf(modelVersion)) ? 1 : size
    return { ...(usage ?? NO_USAGE), tools: { web_search } }
  }
}

const PER_PROMPT = /gemini-[12](?:\.|-|$)/
