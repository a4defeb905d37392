import { listAudits as listEndpoint } from '#contract/api/audits.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { listAudits } from '../../platform/audits/queries.ts'
import { page } from '../../platform/http/reply.ts'
import { withTargetNames } from './target-names.ts'

/** The audit log, for root. */
export function auditRoutes(routes: Routes): void {
  routes.guarded(listEndpoint, async ({ services, query: { p, page_size, order, ...filter } }) => {
    const listing = { order, offset: p * page_size, limit: page_size }
    const { rows, total } = await listAudits(services.store.reads, filter, listing)
    return page(await withTargetNames(services.store.reads, rows), total)
  })
}
