import { RANGES } from '#web/features/logs/rows/log-search.ts'
import type { ListSpec, ListState } from '#web/ui/table/search/list-search.ts'
import { integer, oneOf, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

/** The search parameters of the audit log's URL. Times are Unix seconds. */
export const auditList = {
  filters: {
    actor: text(),
    action: text(),
    target_kind: text(),
    target_id: text(),
    range: oneOf(RANGES),
    from: integer({ min: 0 }),
    to: integer({ min: 0 }),
  },
  sorts: ['created_at'],
  opens: true,
} satisfies ListSpec

export type AuditListState = ListState<(typeof auditList)['filters']>
