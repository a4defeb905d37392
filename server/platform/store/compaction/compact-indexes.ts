import { sql } from 'kysely'
import type { Database, Store } from '../database.ts'
import type { Tables } from '../tables.ts'

/**
 * PostgreSQL splits a full page of an index in the middle unless rows come at the end of the index, so indexes that begin with
 * a user, a token or a model are half empty after a while. Those are built anew beside the writers.
 */

/** Tables that grow with calls. */
const TABLES: (keyof Tables)[] = ['logs', 'quota_data', 'rollup_sums']
/** Smaller indexes are left as they are. */
const MIN_BYTES = 64 * 1024 * 1024
/**
 * An index may take so many times the bytes of its entries in full pages. Half-empty pages must grow by nearly half of
 * the index until it gets there again, so the work is in proportion to the rows that are written.
 */
const MAX_RATIO = 1.3
/** What PostgreSQL fills of a page that it builds. */
const FILL = 0.9
/** Bytes of an entry beside its columns, which are padded to 8. */
const ENTRY_BYTES = 12

interface Options {
  minBytes?: number
}

/**
 * Builds indexes anew of which much is empty, one after the other, and returns their names. An abort cancels the
 * statement that runs; the next call deletes what it has left.
 */
export async function compactIndexes(store: Store, signal: AbortSignal, options: Options = {}): Promise<string[]> {
  if (store.engine !== 'postgres' || !(await canReindex(store.db))) return []
  const built: string[] = []
  await inSession(store, signal, async (db) => {
    // Parallel builds would take cores from calls.
    await sql`set max_parallel_maintenance_workers = 0`.execute(db)
    for (const name of await listLeftovers(db)) {
      if (!signal.aborted) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    }
    for (const name of await listSparse(db, options.minBytes ?? MIN_BYTES)) {
      if (signal.aborted) return
      await sql`reindex index concurrently ${sql.id(name)}`.execute(db)
      built.push(name)
    }
  })
  return built
}

/** PostgreSQL 14.0 to 14.3 may leave rows out of an index that is built beside writers. */
async function canReindex(db: Database): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer as version`.execute(db)
  const version = rows[0]?.version ?? 0
  return version >= 120_000 && !(version >= 140_000 && version < 140_004)
}

/** Runs work on one connection without a time limit; an abort cancels its statement, and the work ends without an error. */
async function inSession(store: Store, signal: AbortSignal, work: (db: Database) => Promise<void>): Promise<void> {
  await store.withoutTimeout((patient) =>
    patient.connection().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      let ended = false
      const cancel = async () => {
        // A statement that was sent just before may arrive behind the first of these.
        for (; !ended; await Bun.sleep(CANCEL_MS)) await cancelStatement(store.db, rows[0]?.pid ?? 0).catch(() => {})
      }
      signal.addEventListener('abort', cancel)
      try {
        await work(db)
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        ended = true
        signal.removeEventListener('abort', cancel)
      }
    }),
  )
}

const CANCEL_MS = 200

/** The statement is compared, because an address may lead to a pooler that has other work in the same process. */
const cancelStatement = (db: Database, pid: number) =>
  sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where pid = ${pid} and state = 'active' and query ~ '^(reindex|drop) index concurrently'`.execute(db)

/** Indexes that statements which were cancelled have left: writers keep them, and no reader uses them. */
async function listLeftovers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select i.relname as name
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname in (${sql.join(TABLES)})
      and not x.indisvalid and i.relname ~ '_cc(new|old)[0-9]*$'
      and not exists (select 1 from pg_stat_progress_create_index p where p.relid = t.oid)
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Indexes that take many more bytes than their entries need, by the statistics of PostgreSQL; the largest first. */
async function listSparse(db: Database, minBytes: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with of_index as (
      select i.oid, i.relname as name, i.reltuples as entries, sum(s.avg_width) as width,
        count(*) = count(s.avg_width) as known
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
        join pg_am m on m.oid = i.relam and m.amname = 'btree'
        join pg_attribute a on a.attrelid = i.oid
        left join pg_stats s on s.schemaname = current_schema() and s.tablename = t.relname and s.attname = a.attname
      where t.relnamespace = current_schema()::regnamespace and t.relname in (${sql.join(TABLES)}) and x.indisvalid
      group by i.oid, i.relname, i.reltuples
    )
    select name from of_index
    where known and entries > 0 and pg_relation_size(oid) >= ${minBytes}
      and pg_relation_size(oid) > ${MAX_RATIO / FILL}::float8 * entries * (${ENTRY_BYTES}::integer + 8 * ceil(width / 8.0))
    order by pg_relation_size(oid) desc, name`.execute(db)
  return rows.map(({ name }) => name)
}
