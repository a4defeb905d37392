import * as api from '#contract/api/alerts.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { page } from '../../platform/http/reply.ts'
import { createRule, createSink, deleteRule, deleteSink, testSink, updateRule, updateSink } from './manage.ts'
import { alertSetup, presentAlert } from './present.ts'
import { countOpen, findAlert, listRules, pageOfAlerts } from './queries.ts'

/** Alerts for administrators; their rules and sinks for root. */
export function alertRoutes(routes: Routes): void {
  routes.guarded(api.listAlerts, async ({ services: { store }, query: { p, page_size, ...filter } }) => {
    const { rows, total } = await pageOfAlerts(store.db, filter, { offset: p * page_size, limit: page_size })
    const rules = await listRules(store.db)
    return page(
      rows.map((row) => presentAlert(row, rules)),
      total,
    )
  })
  routes.guarded(api.openAlerts, async ({ services: { store } }) => ({ count: await countOpen(store.db) }))
  routes.guarded(api.handleAlert, async ({ services: { store }, by, params: { id }, body }) => {
    const { acknowledged, silence_minutes } = body
    const now = nowInSeconds()
    const change = {
      ...(acknowledged !== undefined && {
        acknowledged_at: acknowledged ? now : 0,
        acknowledged_by: acknowledged ? by.username : '',
      }),
      ...(silence_minutes !== undefined && { silenced_until: silence_minutes === 0 ? 0 : now + silence_minutes * 60 }),
    }
    const row = await store.db.transaction().execute(async (trx) => {
      const former = await findAlert(trx, id)
      if (!former) throw new ApiError('record_not_found')
      if (Object.keys(change).length > 0) {
        await trx.updateTable('alerts').set(change).where('id', '=', id).execute()
        const { acknowledged_at, silenced_until } = former
        const audit = { target: { kind: 'alert', id }, before: { acknowledged_at, silenced_until }, after: change }
        await writeAudit(trx, by, { action: 'alert.update', ...audit })
      }
      return { ...former, ...change }
    })
    return presentAlert(row, await listRules(store.db))
  })
  ruleRoutes(routes)
}

function ruleRoutes(routes: Routes): void {
  routes.guarded(api.getAlertSetup, ({ services }) => alertSetup(services))
  routes.guarded(api.createAlertRule, async ({ services, by, body }) => {
    await createRule(services, by, body)
    return alertSetup(services)
  })
  routes.guarded(api.updateAlertRule, async ({ services, by, params, body }) => {
    await updateRule(services, by, params.id, body)
    return alertSetup(services)
  })
  routes.guarded(api.deleteAlertRule, async ({ services, by, params }) => {
    await deleteRule(services, by, params.id)
    return alertSetup(services)
  })
  routes.guarded(api.createAlertSink, async ({ services, by, body }) => {
    await createSink(services, by, body)
    return alertSetup(services)
  })
  routes.guarded(api.updateAlertSink, async ({ services, by, params, body }) => {
    await updateSink(services, by, params.id, body)
    return alertSetup(services)
  })
  routes.guarded(api.deleteAlertSink, async ({ services, by, params }) => {
    await deleteSink(services, by, params.id)
    return alertSetup(services)
  })
  routes.guarded(api.testAlertSink, ({ services, params }) => testSink(services, params.id))
}
