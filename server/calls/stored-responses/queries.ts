import { type SqlBool, sql } from 'kysely'
import type { Queryable, Store } from '../../platform/store/database.ts'
import { databaseSeconds } from '../../platform/store/database-seconds.ts'
import type { Owner } from './stored-response.ts'
import type { StoredResponseTable } from './tables.ts'

/** Limits of the storage: seconds, bytes and rows of one owner, and bytes of all owners. */
export interface StorageBounds {
  seconds: number
  ownerBytes: number
  ownerRows: number
  totalBytes: number
}

export type NewRow = Omit<StoredResponseTable, 'created_at'>

export async function insertResponses({ writes, engine }: Store, rows: readonly NewRow[]): Promise<void> {
  const created_at = databaseSeconds(engine)
  await writes
    .insertInto('stored_responses')
    .values(rows.map((row) => ({ ...row, created_at })))
    // A response in the background is kept when it begins, and when it has ended.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        output: ref('excluded.output'),
        response: ref('excluded.response'),
        bytes: ref('excluded.bytes'),
        created_at: ref('excluded.created_at'),
      })),
    )
    .execute()
}

/** The outputs of these responses, and the input of one of them. */
export interface ResponseQuery {
  ids: readonly string[]
  /** Inputs are long: each is as long as its conversation. */
  inputOf?: string | undefined
}

/** Finds the responses of an owner with these ids that have not expired. */
export function findResponses(
  { db, engine }: Store,
  { ids, inputOf = '' }: ResponseQuery,
  { user, token }: Owner,
  seconds: number,
) {
  return db
    .selectFrom('stored_responses')
    .select(['id', 'output', 'response', sql<string>`case when id = ${inputOf} then input else '' end`.as('input')])
    .where('id', 'in', ids)
    .where('user_id', '=', user)
    .where('token_id', '=', token)
    .where(sql<SqlBool>`created_at > ${databaseSeconds(engine)} - ${seconds}`)
    .execute()
}

export async function deleteResponse({ writes }: Store, id: string): Promise<void> {
  await writes.deleteFrom('stored_responses').where('id', '=', id).execute()
}

/** Deletes expired responses, and the oldest ones above the total. */
export async function pruneAll({ db, writes, engine }: Store, { seconds, totalBytes }: StorageBounds): Promise<void> {
  await writes
    .deleteFrom('stored_responses')
    .where(sql<SqlBool>`created_at <= ${databaseSeconds(engine)} - ${seconds}`)
    .execute()
  const { bytes } = await db
    .selectFrom('stored_responses')
    .select((of) => of.fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  if (Number(bytes ?? 0) <= totalBytes) return
  await deleteBeyond(writes, sql<SqlBool>`true`, sql<SqlBool>`sum_bytes > ${totalBytes}`)
}

/** Deletes the oldest responses of an owner above its limits. */
export async function pruneOwner({ writes }: Store, { user, token }: Owner, bounds: StorageBounds): Promise<void> {
  const own = sql<SqlBool>`user_id = ${user} and token_id = ${token}`
  await deleteBeyond(writes, own, sql<SqlBool>`sum_bytes > ${bounds.ownerBytes} or place > ${bounds.ownerRows}`)
}

/** `beyond` may use `sum_bytes`, the bytes of a response and all newer ones, and `place`, 1 = the newest. */
async function deleteBeyond(db: Queryable, which: ReturnType<typeof sql<SqlBool>>, beyond: typeof which) {
  await sql`delete from stored_responses where id in (
    select id from (
      select id,
        sum(bytes) over (order by created_at desc, id desc rows unbounded preceding) as sum_bytes,
        row_number() over (order by created_at desc, id desc) as place
      from stored_responses where ${which}
    ) as aged where ${beyond}
  )`.execute(db)
}
