import type { CatalogueRow } from '#contract/api/models.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'
import type { Tokens } from './prices.ts'

/** The parts of the catalogue from which groups follow. */
interface Offer {
  rows: readonly Pick<CatalogueRow, 'enable_groups'>[]
  ratios: Readonly<Record<string, number>>
}

/** The viewed group, its ratio, the reader's, and the call that costs are computed for. */
export interface Viewed {
  group: string
  /** What the reader's price is multiplied by: the group's ratio times the reader's. */
  ratio: number
  groupRatio: number
  /** The reader's own ratio; 1 = none. */
  userRatio: number
  /** The group is the user's own, or the visitor group. */
  own: boolean
  display: QuotaDisplay
  tokens: Tokens
}

/** The group of visitors. */
export const VISITOR_GROUP = 'default'

/** Returns the groups that have a ratio or at least one model. */
export const groupsOf = ({ rows, ratios }: Offer) =>
  [...new Set([...Object.keys(ratios), ...rows.flatMap(({ enable_groups }) => enable_groups)])].sort()

/** Returns a group's price ratio; 1 where none is configured. */
export const ratioOf = (ratios: Offer['ratios'], group: string) =>
  Object.hasOwn(ratios, group) ? (ratios[group] ?? 1) : 1

/** Returns the requested group if it exists, else the user's own. */
export function viewedGroup(list: Offer, asked: string | undefined, own: string): string {
  return asked !== undefined && groupsOf(list).includes(asked) ? asked : own
}

export const isAvailable = ({ enable_groups }: CatalogueRow, { group }: Pick<Viewed, 'group'>) =>
  enable_groups.includes(group)
