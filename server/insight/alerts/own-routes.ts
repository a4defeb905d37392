import * as api from '#contract/api/own-alerts.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { canSendMail } from '../../platform/mail/send.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSink, deleteSink, testSink, updateSink } from './manage.ts'
import { presentSink } from './present.ts'
import { countsBySetup, listSinks } from './queries.ts'

/** Where users have messages about their own account sent. */
export function ownAlertRoutes(routes: Routes): void {
  routes.guarded(api.listOwnSinks, ({ services, actor }) => ownSinks(services, actor.id))
  routes.guarded(api.createOwnSink, async ({ services, by, actor, body }) => {
    const known = await listSinks(services.store.db, actor.id)
    if (known.length >= api.MAX_OWN_SINKS) throw new ApiError('alert_too_many_sinks', { max: api.MAX_OWN_SINKS })
    await createSink(services, by, withoutRecipients(body), actor.id)
    return ownSinks(services, actor.id)
  })
  routes.guarded(api.updateOwnSink, async ({ services, by, actor, params, body }) => {
    await updateSink(services, by, params.id, withoutRecipients(body), actor.id)
    return ownSinks(services, actor.id)
  })
  routes.guarded(api.deleteOwnSink, async ({ services, by, actor, params }) => {
    await deleteSink(services, by, params.id, actor.id)
    return ownSinks(services, actor.id)
  })
  routes.guarded(api.testOwnSink, ({ services, actor, params }) => testSink(services, params.id, actor.id))
}

/** Mails go to the account's address alone: nobody can have others mailed. */
function withoutRecipients<T extends { settings: Record<string, string> }>(body: T): T {
  const { to: _, ...settings } = body.settings
  return { ...body, settings }
}

async function ownSinks(services: Platform, userId: number): Promise<api.OwnSinks> {
  const { db } = services.store
  const { waiting } = await countsBySetup(db)
  return {
    sinks: (await listSinks(db, userId)).map((row) => presentSink(row, services, waiting.get(row.id) ?? 0)),
    time_zone: services.options.values.TimeZone,
    mail: canSendMail(services),
  }
}
