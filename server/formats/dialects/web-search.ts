import type { ChatRequest, JsonObject, WebSearch } from './conversation.ts'
import { Unwritable, type UpstreamDialect } from './dialect.ts'
import { objectOf, textOf, withoutUndefined } from './json.ts'

/** Converts web search options between the formats of several vendors. */

type OnOmitted = ((name: string) => void) | undefined

/**
 * Returns the request without the web search if the model's vendor runs none, which is noted. Throws Unwritable if
 * the caller requires a search.
 */
export function withSupportedSearch(
  request: ChatRequest,
  upstream: UpstreamDialect,
  model: string,
  omit: OnOmitted,
): ChatRequest {
  const { webSearch, ...others } = request
  if (!webSearch || upstream.searchesWeb?.(others, model)) return request
  if (webSearch.isRequired) throw new Unwritable('tool_choice: demands a search of the web, which this model has not')
  omit?.(webSearch.note)
  return others
}

/** Creates the web search as it is offered. `note` names it if it is left out. */
export const createSearch = (note: string, options: Partial<WebSearch>): WebSearch =>
  withoutUndefined<WebSearch>({ ...options, note })

/** Reads the caller's location, which OpenAI and Anthropic express alike. */
export function readLocation(location: unknown): WebSearch['location'] {
  const { city, region, country, timezone } = objectOf(location)
  const read = withoutUndefined({
    city: textOf(city) || undefined,
    region: textOf(region) || undefined,
    country: textOf(country) || undefined,
    timezone: textOf(timezone) || undefined,
  })
  return Object.keys(read).length > 0 ? read : undefined
}

export const writeLocation = (location: WebSearch['location']): JsonObject | undefined =>
  location && { type: 'approximate', ...location }

/** Returns the domains in a list; undefined = it has none. */
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
 * Notes the search options that the upstream's format cannot express. Throws Unwritable for a domain filter,
 * because without it the answer could name sources that the caller has excluded.
 */
export function omitSearchOptions(search: WebSearch, omit: OnOmitted, ...unsaid: (keyof typeof OPTIONS)[]): void {
  for (const option of unsaid) {
    if (search[option] === undefined) continue
    const name = `${search.note}.${OPTIONS[option]}`
    if (option === 'allowedDomains' || option === 'blockedDomains') {
      throw new Unwritable(`${name}: this model's search has no such filter`)
    }
    omit?.(name)
  }
}
