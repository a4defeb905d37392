import type { TestServer } from './server.ts'

/** What was noted about changes of a thing, oldest first. */
export function auditsOf({ services }: TestServer, kind: string, id: number | string) {
  return services.store.db
    .selectFrom('audits')
    .selectAll()
    .where('target_kind', '=', kind)
    .where('target_id', '=', String(id))
    .orderBy('id')
    .execute()
}
