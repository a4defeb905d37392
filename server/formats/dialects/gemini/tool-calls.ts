import { NO_USAGE, type ToolCalls, type Usage } from '#contract/prices/price.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { toCamelCase } from './camel-case.ts'

/**
 * Counts the searches of the web and of Google Maps for which an answer is charged: from Gemini 3 on each query except
 * empty and repeated ones; before that, one per answer with searches. https://ai.google.dev/gemini-api/docs/pricing
 */
export class GoogleSearches {
  readonly #queries = new Set<string>()
  #hasPlaces = false
  #hasPages = false

  /** Adds a candidate's grounding metadata. Returns whether it has something new to charge. */
  add(groundingMetadata: unknown): boolean {
    const [before, hadPlaces] = [this.#queries.size, this.#hasPlaces]
    const metadata = toCamelCase(objectOf(groundingMetadata))
    const { webSearchQueries, imageSearchQueries, groundingChunks, googleMapsWidgetContextToken } = metadata
    const queries = [webSearchQueries, imageSearchQueries].flatMap((list) =>
      Array.isArray(list) ? list.map(textOf) : [],
    )
    for (const query of queries) if (query !== '') this.#queries.add(query)
    const chunks = objectsOf(groundingChunks)
    this.#hasPlaces ||= chunks.some(({ maps }) => maps) || textOf(googleMapsWidgetContextToken) !== ''
    this.#hasPages ||= chunks.some(({ web }) => web)
    return this.#queries.size > before || this.#hasPlaces !== hadPlaces
  }

  /** Adds the searches to an answer's usage. Returns the searches alone if the answer has no usage. */
  counted(usage: Usage | undefined, { modelVersion }: JsonObject): Usage | undefined {
    const tools = this.#tools(PER_PROMPT.test(textOf(modelVersion)))
    return tools ? { ...(usage ?? NO_USAGE), tools } : usage
  }

  /** An answer from places alone has searched the maps alone; the metadata lists the queries of both together. */
  #tools(isPerPrompt: boolean): ToolCalls | undefined {
    const { size } = this.#queries
    const queries = isPerPrompt ? Math.min(size, 1) : size
    if (!this.#hasPlaces) return size > 0 ? { web_search: queries } : undefined
    if (!this.#hasPages) return { google_maps: Math.max(queries, 1) }
    return { google_maps: 1, ...(size > 0 && { web_search: queries }) }
  }
}

const PER_PROMPT = /gemini-[12](?:\.|-|$)/
