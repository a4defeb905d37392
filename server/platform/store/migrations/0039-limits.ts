import { type Migration, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, required, tableWithId, textColumn, zero } from './columns.ts'

/**
 * Ids of budget windows start above those of all tokens: an earlier version that returns the leases of a silent node
 * takes those of budgets for tokens'.
 */
const FIRST_WINDOW_ID = 1_000_000_000_000

/** Limits of tokens, users and channels, and what was used of budgets in each window. */
export const limits = (engine: Engine): Migration => ({
  async up(db) {
    const { schema } = db
    for (const table of ['tokens', 'users', 'channels'])
      await schema.alterTable(table).addColumn('limits', 'text', textColumn).execute()
    await tableWithId(schema, engine, 'budget_windows')
      .addColumn('scope', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('budget', 'text', required)
      .addColumn('starts_at', 'bigint', required)
      .addColumn('ends_at', 'bigint', required)
      .addColumn('quota', 'bigint', zero)
      .addColumn('used', 'bigint', zero)
      .addUniqueConstraint('budget_windows_key', ['scope', 'subject', 'budget', 'starts_at'])
      .execute()
    await createIndexes(schema, 'budget_windows', ['ends_at'])
    if (engine === 'sqlite')
      await sql`insert into sqlite_sequence (name, seq) values ('budget_windows', ${FIRST_WINDOW_ID})`.execute(db)
    else await sql`select setval('budget_windows_id_seq', cast(${FIRST_WINDOW_ID} as bigint))`.execute(db)
  },
})
