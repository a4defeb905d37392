import { useCallback } from 'react'
import type { CatalogueRow } from '#contract/api/models.ts'
import { ratioOf, VISITOR_GROUP } from '#web/features/prices/public/viewed.ts'
import { useUser, useUserRatio } from '#web/lib/session.ts'
import type { Catalogue } from './catalogue-query.ts'

const NONE: Catalogue['ratios'] = {}

/** Returns the group whose prices of a model count for the reader: the own group, or the first that has the model. */
export const groupFor = ({ enable_groups }: Pick<CatalogueRow, 'enable_groups'>, own: string) =>
  enable_groups.includes(own) ? own : (enable_groups[0] ?? own)

/** The reader's group. */
export const useOwnGroup = () => useUser()?.group || VISITOR_GROUP

/** Returns a function that gives the price ratio of a model for the reader. */
export function useRatio(ratios: Catalogue['ratios'] = NONE) {
  const own = useOwnGroup()
  const user = useUserRatio()
  return useCallback((row: CatalogueRow) => ratioOf(ratios, groupFor(row, own)) * user, [ratios, own, user])
}
