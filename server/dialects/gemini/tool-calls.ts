import { NO_USAGE, type Usage } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, textOf } from '../json.ts'
import { toCamelCase } from './camel-case.ts'

/**
 * Counts the Google searches for which an answer is charged: from Gemini 3 on each query except empty and repeated
 * ones; before that, one per answer with searches. https://ai.google.dev/gemini-api/docs/google-search#pricing
 */
export class GoogleSearches {
  readonly #queries = new Set<string>()

  /** Adds a candidate's grounding metadata. Returns whether it has a new query. */
  add(groundingMetadata: unknown): boolean {
    const before = this.#queries.size
    const { webSearchQueries } = toCamelCase(objectOf(groundingMetadata))
    const queries = Array.isArray(webSearchQueries) ? webSearchQueries.map(textOf) : []
    for (const query of queries) if (query !== '') this.#queries.add(query)
    return this.#queries.size > before
  }

  /** Adds the searches to an answer's usage. Returns the searches alone if the answer has no usage. */
  counted(usage: Usage | undefined, { modelVersion }: JsonObject): Usage | undefined {
    const { size } = this.#queries
    if (size === 0) return usage
    const web_search = PER_PROMPT.test(textOf(modelVersion)) ? 1 : size
    return { ...(usage ?? NO_USAGE), tools: { web_search } }
  }
}

const PER_PROMPT = /gemini-[12](?:\.|-|$)/
