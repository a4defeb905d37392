import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Audit, listAudits } from '#contract/api/audits.ts'
import { windowOf } from '#web/features/logs/rows/time-range.ts'
import { callList } from '#web/lib/api.ts'
import type { AuditListState } from './audit-search.ts'
import { type Change, changesBetween } from './difference.ts'

/** An audit row with its parsed changes. */
export interface AuditRow extends Audit {
  changes: Change[]
}

async function fetchAudits({ page, size, sort, filters }: AuditListState, signal?: AbortSignal) {
  const { actor, action, target_kind, target_id, ...time } = filters
  const { start, end } = windowOf({ ...time, initial: 'all' }, Math.floor(Date.now() / 1000))
  const query = {
    p: page - 1,
    page_size: size,
    order: sort && !sort.descending ? ('asc' as const) : ('desc' as const),
    ...{ actor, action, target_kind, target_id, start_timestamp: start, end_timestamp: end },
  }
  const { data, total } = await callList(listAudits, { query }, signal)
  return { data: data.map((row): AuditRow => ({ ...row, changes: changesBetween(row.before, row.after) })), total }
}

/**
 * Fetches one page of the audit log, newest first. The cache time is short, so that changes just made
 * elsewhere are included.
 */
export const auditsQuery = (state: AuditListState) =>
  queryOptions({
    queryKey: ['audits', state],
    queryFn: ({ signal }) => fetchAudits(state, signal),
    placeholderData: keepPreviousData,
    staleTime: 1000,
  })
