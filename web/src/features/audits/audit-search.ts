import { RANGES } from '#web/features/logs/log-search.ts'
import { integer, oneOf, text } from '#web/ui/table/filters.ts'
import type { ListSpec, ListState } from '#web/ui/table/list-search.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

/** What the URL of the audit log may say. Times are Unix seconds. */
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
} satisfies ListSpec

export type AuditListState = ListState<(typeof auditList)['filters']>
