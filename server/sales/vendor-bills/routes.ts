import * as api from '#contract/api/vendor-bills.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { compareBill } from './import.ts'
import { deleteReport, findReport, listReports } from './queries.ts'

/** Comparisons of vendors' bills with costs, for administrators only. */
export function billRoutes(routes: Routes): void {
  routes.guarded(api.importBill, ({ services, by, body }) => compareBill(services, by, body))
  routes.guarded(api.listBills, async ({ services }) => {
    const rows = await listReports(services.store.db)
    return rows.map(({ summary, ...row }) => {
      const { lines: _lines, skipped: _skipped, ...shown } = JSON.parse(summary) as Omit<api.BillReport, 'rows'>
      return { ...shown, ...row }
    })
  })
  routes.guarded(api.getBill, async ({ services, params }) => {
    const found = await findReport(services.store.db, params.id)
    if (!found) throw new ApiError('record_not_found')
    const { summary, rows, ...row } = found
    return { ...(JSON.parse(summary) as Omit<api.BillReport, 'rows'>), ...row, rows: JSON.parse(rows) as api.BillRow[] }
  })
  routes.guarded(api.deleteBill, async ({ services, params, by }) => {
    await services.store.db.transaction().execute(async (trx) => {
      if (!(await deleteReport(trx, params.id))) throw new ApiError('record_not_found')
      await writeAudit(trx, by, { action: 'bill.delete', target: { kind: 'bill', id: params.id } })
    })
  })
}
