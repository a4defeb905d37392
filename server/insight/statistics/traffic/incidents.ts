import { randomUUID } from 'node:crypto'
import type { Parsed } from '#contract/api/endpoint.ts'
import type {
  createIncident as createEndpoint,
  Incident,
  updateIncident as updateEndpoint,
} from '#contract/api/traffic.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { type Author, writeAudit } from '../../../platform/audits/write.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Queryable, Store } from '../../../platform/store/database.ts'
import type { IncidentRow } from './tables.ts'

/** Lists incidents that go on or ended after a time in Unix seconds, latest first. */
export async function listIncidents(db: Queryable, since: number): Promise<Incident[]> {
  const rows = await db
    .selectFrom('incidents')
    .selectAll()
    .where((where) => where.or([where('resolved_at', '=', 0), where('resolved_at', '>=', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(presentIncident)
}

/** Creates an incident that begins now. */
export function createIncident(
  store: Store,
  by: Author,
  { title, body, models }: Parsed<typeof createEndpoint>['body'],
): Promise<Incident> {
  const values = { id: randomUUID(), created_at: nowInSeconds(), title, body, models: JSON.stringify(models) }
  return store.db.transaction().execute(async (trx) => {
    const row = await trx.insertInto('incidents').values(values).returningAll().executeTakeFirstOrThrow()
    await writeAudit(trx, by, { action: 'incident.create', target: targetOf(row.id), after: auditFields(row) })
    return presentIncident(row)
  })
}

/** Changes an incident; `resolved` ends it, or lets it go on. Throws record_not_found. */
export function updateIncident(
  store: Store,
  by: Author,
  { id, title, body, models, resolved }: Parsed<typeof updateEndpoint>['body'],
): Promise<Incident> {
  return store.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw new ApiError('record_not_found')
    const resolved_at = resolved ? before.resolved_at || nowInSeconds() : 0
    const after = await trx
      .updateTable('incidents')
      .set({ title, body, models: JSON.stringify(models), resolved_at })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const change = { before: auditFields(before), after: auditFields(after) }
    await writeAudit(trx, by, { action: 'incident.update', target: targetOf(id), ...change })
    return presentIncident(after)
  })
}

/** Deletes an incident. Throws record_not_found. */
export async function deleteIncident(store: Store, by: Author, id: string): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const before = await trx.deleteFrom('incidents').where('id', '=', id).returningAll().executeTakeFirst()
    if (!before) throw new ApiError('record_not_found')
    await writeAudit(trx, by, { action: 'incident.delete', target: targetOf(id), before: auditFields(before) })
  })
}

function presentIncident({ id, created_at, resolved_at, title, body, models }: IncidentRow): Incident {
  return { id, created_at, resolved_at, title, body, models: JSON.parse(models) as string[] }
}

const auditFields = ({ title, body, models, resolved_at }: IncidentRow) => ({ title, body, models, resolved_at })
const targetOf = (id: string) => ({ kind: 'incident', id })
