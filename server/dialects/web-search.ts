import type { ChatRequest, JsonObject, WebSearch } from './conversation.ts'
import { Unwritable, type UpstreamDialect } from './dialect.ts'
import { defined, objectOf, textOf } from './json.ts'

/** A search of the web, which several vendors run, between their words for it. */

type Note = ((name: string) => void) | undefined

/**
 * The request as a model can be given it: without the search of the web where its vendor runs none, which is noted. Throws
 * Unwritable where the caller demands one.
 */
export function withFittingSearch(
  request: ChatRequest,
  upstream: UpstreamDialect,
  model: string,
  omit: Note,
): ChatRequest {
  const { webSearch, ...others } = request
  if (!webSearch || upstream.searchesWeb?.(others, model)) return request
  if (webSearch.isDemanded) throw new Unwritable('tool_choice: demands a search of the web, which this model has not')
  omit?.(webSearch.note)
  return others
}

/** A search as it is offered; `note` names it where it is left out. */
export const offeredSearch = (note: string, options: Partial<WebSearch>): WebSearch =>
  defined<WebSearch>({ ...options, note })

/** The caller's place, which OpenAI and Anthropic word alike. */
export function readLocation(location: unknown): WebSearch['location'] {
  const { city, region, country, timezone } = objectOf(location)
  const read = defined({
    city: textOf(city) || undefined,
    region: textOf(region) || undefined,
    country: textOf(country) || undefined,
    timezone: textOf(timezone) || undefined,
  })
  return Object.keys(read).length > 0 ? read : undefined
}

export const writeLocation = (location: WebSearch['location']): JsonObject | undefined =>
  location && { type: 'approximate', ...location }

/** Domains in a list; undefined = it has none. */
export function readDomains(list: unknown): string[] | undefined {
  const domains = Array.isArray(list) ? list.map(textOf).filter(Boolean) : []
  return domains.length > 0 ? domains : undefined
}

const OPTIONS = {
  maxUses: 'max_uses',
  location: 'user_location',
  allowedDomains: 'allowed_domains',
  blockedDomains: 'blocked_domains',
} as const

/**
 * Notes the options of a search that the upstream's format cannot say. Throws Unwritable for a filter of domains, without
 * which the answer could name sources that the caller has excluded.
 */
export function leaveOut(search: WebSearch, omit: Note, ...unsaid: (keyof typeof OPTIONS)[]): void {
  for (const option of unsaid) {
    if (search[option] === undefined) continue
    const name = `${search.note}.${OPTIONS[option]}`
    if (option === 'allowedDomains' || option === 'blockedDomains') {
      throw new Unwritable(`${name}: this model's search has no such filter`)
    }
    omit?.(name)
  }
}
