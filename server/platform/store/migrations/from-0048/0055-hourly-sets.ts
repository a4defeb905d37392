import { type Kysely, type Migration, sql } from 'kysely'
import type { Engine } from '../../database.ts'

/**
 * Makes the triggers of the roll-ups mark sets of any kind (docs/adr/0034): those of the hour, whose kinds end in
 * `hour`, and those of the day. One index search finds all of a time.
 */
export const hourlySets = (engine: Engine): Migration => ({
  async up(db) {
    await sql`create index rollup_sets_by_time on rollup_sets (created_at) where stale_at = 0`.execute(db)
    await (engine === 'sqlite' ? replaceSqliteTriggers(db) : replacePostgresFunction(db))
  },
})

async function replaceSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const events = [
    { name: 'quota_data_insert_sets', event: sql`insert`, at: sql`new.created_at` },
    { name: 'quota_data_update_sets', event: sql`update`, at: sql`new.created_at` },
    { name: 'quota_data_delete_sets', event: sql`delete`, at: sql`old.created_at` },
  ]
  for (const { name, event, at } of events) {
    await sql`drop trigger ${sql.ref(name)}`.execute(db)
    await sql`
      create trigger ${sql.ref(name)} after ${event} on quota_data begin
        update rollup_sets set stale_at = unixepoch()
          where created_at = ${at} - ${at} % 3600 and stale_at = 0 and level like '%hour';
        update rollup_sets set stale_at = unixepoch()
          where created_at = ${at} - ${at} % 86400 and stale_at = 0 and level like '%day';
      end`.execute(db)
  }
}

/** The locks and their order are those of 0053-rollup-sets. */
async function replacePostgresFunction(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function mark_rollup_sets() returns trigger language plpgsql as $$
    declare
      start bigint;
      now_at bigint := extract(epoch from clock_timestamp())::bigint;
    begin
      for start in select distinct created_at - created_at % 3600 from changed order by 1 loop
        perform pg_advisory_xact_lock_shared(53, (start / 3600 % 64)::integer);
        update rollup_sets set stale_at = now_at
          where created_at = start and stale_at = 0 and level like '%hour';
      end loop;
      for start in select distinct created_at - created_at % 86400 from changed order by 1 loop
        update rollup_sets set stale_at = now_at
          where created_at = start and stale_at = 0 and level like '%day';
      end loop;
      return null;
    end $$`.execute(db)
}
