import { sql } from 'kysely'
import type { Store } from './database.ts'
import { migrationsOf } from './migrate.ts'

/** What a person who looks after a database wants to know of it. */
export interface DatabaseFacts {
  version: string
  bytes: number
  /** Migrations that the next start of this version runs. */
  pending: string[]
  /** Migrations that this version does not know. */
  unknown: string[]
  /** Connections in use and allowed, of PostgreSQL. */
  connections?: { used: number; max: number }
}

/** A statement that takes long on average. */
export interface SlowStatement {
  text: string
  calls: number
  meanMilliseconds: number
}

export async function readDatabaseFacts(store: Store): Promise<DatabaseFacts> {
  const [size, migrations] = await Promise.all([readSize(store), compareMigrations(store)])
  return { ...size, ...migrations }
}

async function readSize({ db, engine }: Store): Promise<Omit<DatabaseFacts, 'pending' | 'unknown'>> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ version: string; bytes: number }>`
      select sqlite_version() as version, page_count * page_size as bytes
      from pragma_page_count(), pragma_page_size()`.execute(db)
    return { version: rows[0]?.version ?? '', bytes: rows[0]?.bytes ?? 0 }
  }
  const { rows } = await sql<{ version: string; bytes: number; used: number; max: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity) as used, current_setting('max_connections')::int as max`.execute(db)
  const { version = '', bytes = 0, used = 0, max = 0 } = rows[0] ?? {}
  return { version, bytes, connections: { used, max } }
}

async function compareMigrations({ db, engine }: Store): Promise<Pick<DatabaseFacts, 'pending' | 'unknown'>> {
  const known = Object.keys(migrationsOf(engine))
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return {
    pending: known.filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.includes(name)),
  }
}

/**
 * Returns what is damaged, in the database's words: on SQLite what a check of all pages finds, which reads the whole
 * file; on PostgreSQL indexes that are not valid.
 */
export async function findDamage({ reads, engine, withoutTimeout }: Store): Promise<string[]> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ quick_check: string }>`select quick_check from pragma_quick_check limit 5`.execute(
      reads,
    )
    return rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok')
  }
  return withoutTimeout(async (db) => {
    const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
      where not indisvalid or not indisready`.execute(db)
    return rows.map(({ name }) => `index ${name} is not valid`)
  })
}

/**
 * Lists the slowest statements that PostgreSQL has counted in this database; undefined = it does not count
 * (pg_stat_statements), or does not say.
 */
export async function listSlowStatements(
  { db, engine }: Store,
  milliseconds: number,
): Promise<SlowStatement[] | undefined> {
  if (engine === 'sqlite') return undefined
  const slow = sql<SlowStatement>`select left(query, 100) as text, calls, mean_exec_time as "meanMilliseconds"
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
      and calls >= 5 and mean_exec_time > ${milliseconds} order by total_exec_time desc limit 3`
  return slow.execute(db).then(
    ({ rows }) => rows,
    () => undefined,
  )
}

/** The clock of PostgreSQL in milliseconds since the epoch. On SQLite it is this machine's. */
export async function readDatabaseClock({ db }: Store): Promise<number> {
  const { rows } = await sql<{
    now: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  return rows[0]?.now ?? 0
}
