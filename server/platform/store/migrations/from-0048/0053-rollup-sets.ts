import { type Kysely, type Migration, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { required, tableWithId, textColumn, zero } from '../columns.ts'

/** What sets of sums hold of the roll-ups. */
const SUMS = [
  'token_used',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'count',
  'quota',
  'refunded',
  'failed_count',
  'unlisted_count',
  'unlisted_quota',
  'cost',
  'costed_quota',
  'costed_refunded',
]

/**
 * Sums of roll-ups over whole hours and days (docs/adr/0034). Triggers mark them as stale when a roll-up of theirs
 * changes, whichever version of the server changes it.
 */
export const rollupSets = (engine: Engine): Migration => ({
  async up(db) {
    const { schema } = db
    await tableWithId(schema, engine, 'rollup_sets')
      .addColumn('level', 'text', textColumn)
      .addColumn('created_at', 'bigint', required)
      .addColumn('ready', 'bigint', zero)
      .addColumn('stale_at', 'bigint', zero)
      .execute()
    await sql`create unique index rollup_sets_once on rollup_sets (level, created_at) where stale_at = 0`.execute(db)
    await sql`create index rollup_sets_stale on rollup_sets (stale_at) where stale_at > 0`.execute(db)
    const key = ['set_id', 'model_name', 'channel_id', 'user_id', 'token_id'] as const
    let sums = schema
      .createTable('rollup_sums')
      .addColumn('set_id', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('model_name', 'text', textColumn)
      .addColumn('channel_id', 'bigint', zero)
      .addColumn('user_id', 'bigint', zero)
      .addColumn('token_id', 'bigint', zero)
      .addPrimaryKeyConstraint('rollup_sums_key', [...key])
    for (const name of SUMS) sums = sums.addColumn(name, 'bigint', zero)
    await (engine === 'sqlite' ? sums.modifyEnd(sql`without rowid`) : sums).execute()
    await (engine === 'sqlite' ? createSqliteTriggers(db) : createPostgresTriggers(db))
  },
})

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const events = [
    { name: 'quota_data_insert_sets', event: sql`insert`, at: sql`new.created_at` },
    { name: 'quota_data_update_sets', event: sql`update`, at: sql`new.created_at` },
    { name: 'quota_data_delete_sets', event: sql`delete`, at: sql`old.created_at` },
  ]
  for (const { name, event, at } of events) {
    await sql`
      create trigger ${sql.ref(name)} after ${event} on quota_data begin
        update rollup_sets set stale_at = unixepoch()
          where level = 'hour' and created_at = ${at} - ${at} % 3600 and stale_at = 0;
        update rollup_sets set stale_at = unixepoch()
          where level in ('day', 'account-day') and created_at = ${at} - ${at} % 86400 and stale_at = 0;
      end`.execute(db)
  }
}

/**
 * The shared lock makes whoever begins a set wait for all transactions that have changed its hours, and those that
 * change them afterwards see the set. Hours share 64 locks, so that a restore does not need one for each. Hours come
 * before days, so that two transactions cannot deadlock.
 */
async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function mark_rollup_sets() returns trigger language plpgsql as $$
    declare
      start bigint;
      now_at bigint := extract(epoch from clock_timestamp())::bigint;
    begin
      for start in select distinct created_at - created_at % 3600 from changed order by 1 loop
        perform pg_advisory_xact_lock_shared(53, (start / 3600 % 64)::integer);
        update rollup_sets set stale_at = now_at where level = 'hour' and created_at = start and stale_at = 0;
      end loop;
      for start in select distinct created_at - created_at % 86400 from changed order by 1 loop
        update rollup_sets set stale_at = now_at where level = 'day' and created_at = start and stale_at = 0;
        update rollup_sets set stale_at = now_at where level = 'account-day' and created_at = start and stale_at = 0;
      end loop;
      return null;
    end $$`.execute(db)
  const events = [
    { name: 'quota_data_insert_sets', event: sql`insert`, rows: sql`new` },
    { name: 'quota_data_update_sets', event: sql`update`, rows: sql`new` },
    { name: 'quota_data_delete_sets', event: sql`delete`, rows: sql`old` },
  ]
  for (const { name, event, rows } of events) {
    await sql`
      create trigger ${sql.ref(name)} after ${event} on quota_data referencing ${rows} table as changed
        for each statement execute function mark_rollup_sets()`.execute(db)
  }
}
