import { type FilterValues, integer, oneOf, searchReader, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

/** As the contract defines them. */
export const FORMATS = [
  'chat',
  'responses',
  'messages',
  'gemini',
  'cohere',
  'completions',
  'embeddings',
  'rerank',
  'images',
  'speech',
  'transcriptions',
  'moderations',
  'realtime',
] as const

/** The search parameters of the routing page. */
const FILTERS = {
  model: text(),
  format: oneOf(FORMATS),
  group: text(),
  token: integer({ min: 1 }),
  conversation: text(),
  /** Ids of channels that are assumed to be down, as a comma list. */
  down: text(),
}
export type RoutingSearch = FilterValues<typeof FILTERS>

export const parseRoutingSearch = searchReader(FILTERS)

export const downIds = ({ down = '' }: RoutingSearch): number[] => down.split(',').map(Number).filter(Boolean)

/** Returns the search in which a channel is assumed to be down, or no longer. */
export function toggleDown(search: RoutingSearch, id: number): RoutingSearch {
  const before = downIds(search)
  const after = before.includes(id) ? before.filter((each) => each !== id) : [...before, id]
  return { ...search, down: after.length > 0 ? after.join(',') : undefined }
}
