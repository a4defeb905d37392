import type { PricingRow } from '#contract/api/pricing.ts'
import type { Tokens } from './prices.ts'
import type { PriceList } from './pricing-query.ts'

/** Whose prices are looked at, and for which call. */
export interface Viewed {
  group: string
  ratio: number
  /** The group is the reader's own, or a visitor's. */
  own: boolean
  quotaPerUnit: number
  tokens: Tokens
}

/** The group of who is not logged in. */
export const VISITOR_GROUP = 'default'

/** Groups that have a ratio, or that some model is for. */
export const groupsOf = ({ rows, ratios }: PriceList) =>
  [...new Set([...Object.keys(ratios), ...rows.flatMap(({ enable_groups }) => enable_groups)])].sort()

/** What a group's prices are multiplied by; 1 where the operator has not said. */
export const ratioOf = (ratios: PriceList['ratios'], group: string) =>
  Object.hasOwn(ratios, group) ? (ratios[group] ?? 1) : 1

/** The group that is asked for where there is such a group, else the reader's own. */
export function viewedGroup(list: PriceList, asked: string | undefined, own: string): string {
  return asked !== undefined && groupsOf(list).includes(asked) ? asked : own
}

export const isAvailable = ({ enable_groups }: PricingRow, { group }: Pick<Viewed, 'group'>) =>
  enable_groups.includes(group)
