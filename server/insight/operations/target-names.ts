import type { Queryable } from '../../platform/store/database.ts'

type Named = (db: Queryable, ids: readonly number[]) => Promise<{ id: number; name: string }[]>

/** Reads the names of targets, by their kind. */
const NAMES: Readonly<Record<string, Named>> = {
  user: (db, ids) => db.selectFrom('users').select(['id', 'username as name']).where('id', 'in', ids).execute(),
  channel: (db, ids) => db.selectFrom('channels').select(['id', 'name']).where('id', 'in', ids).execute(),
  token: (db, ids) => db.selectFrom('tokens').select(['id', 'name']).where('id', 'in', ids).execute(),
  redemption: (db, ids) => db.selectFrom('redemptions').select(['id', 'name']).where('id', 'in', ids).execute(),
  // A rule without a name is shown by its kind.
  alert_rule: async (db, ids) => {
    const rows = await db.selectFrom('alert_rules').select(['id', 'name', 'kind']).where('id', 'in', ids).execute()
    return rows.map(({ id, name, kind }) => ({ id, name: name || kind }))
  },
  alert_sink: (db, ids) => db.selectFrom('alert_sinks').select(['id', 'name']).where('id', 'in', ids).execute(),
}

interface Target {
  target_kind: string
  target_id: string
}

/** Adds to each entry the present name of its target; "" where there is none. */
export async function withTargetNames<T extends Target>(db: Queryable, rows: readonly T[]) {
  const byKind = Map.groupBy(rows, ({ target_kind }) => target_kind)
  const found = new Map<string, string>()
  for (const [kind, targets] of byKind) {
    const ids = [...new Set(targets.map(({ target_id }) => Number(target_id)))].filter((id) => id > 0)
    const read = NAMES[kind]
    if (!read || ids.length === 0) continue
    for (const { id, name } of await read(db, ids)) found.set(`${kind} ${id}`, name)
  }
  return rows.map((row) => ({ ...row, target_name: found.get(`${row.target_kind} ${row.target_id}`) ?? '' }))
}
