import * as api from '#contract/api/imports.ts'
import type { Routes } from '../../../people/sessions/bind.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readArrivingBody } from '../../../platform/http/read-body.ts'
import { MAX_CALL_BYTES } from '../../../platform/http/read-input.ts'
import { readExclusiveState, stopExclusive } from '../../../platform/job-locks/exclusive.ts'
import { findLastRun } from './queries.ts'
import { IMPORT_JOB, startImport } from './start.ts'
import { addPart } from './uploads.ts'

/** Imports of other programs' databases into the running server, for the super administrator. */
export function importRoutes(routes: Routes): void {
  routes.guarded(api.importState, async ({ services: { store } }) => {
    const last = await findLastRun(store.db)
    return { running: (await readExclusiveState(store, IMPORT_JOB)).running, ...(last && { last }) }
  })
  routes.guarded(api.startImport, async ({ services, by, body }) => {
    const { ended } = await startImport(services, by, body)
    ended.catch((error) => services.log.error({ error: String(error) }, 'the import could not be ended'))
  })
  routes.guarded(api.stopImport, ({ services: { store } }) => stopExclusive(store, IMPORT_JOB))
  routes.guarded(api.uploadImport, async ({ services: { config }, context, query }) => {
    const bytes = await readArrivingBody(context.req.raw, MAX_CALL_BYTES)
    if (bytes.length === 0) throw new ApiError('invalid_parameters')
    return addPart(config.dataDir, { id: query.id, offset: Number(query.offset ?? 0), bytes })
  })
}
