import { afterAll, expect, test } from 'bun:test'
import { type Migration, sql } from 'kysely'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const FIRST: Migration = { up: (db) => db.schema.createTable('first').addColumn('id', 'integer').execute() }
const second = (end: () => Promise<void>): Migration => ({
  async up(db) {
    await db.schema.createTable('second').addColumn('id', 'integer').execute()
    await db.schema.createIndex('first_id').on('first').column('id').execute()
    await end()
  },
})

forEachDatabase((engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('a migration that does not come to its end has done nothing, and is done by the next start', async () => {
    store = await openStore(await fresh.place())
    await migrate(store, { first: FIRST })
    const before = await schemaOf(store)
    expect(before).toContain('first')

    const broken = second(() => Promise.reject(new Error('the server is killed')))
    await expect(migrate(store, { first: FIRST, second: broken })).rejects.toThrow('second')
    expect(await schemaOf(store)).toEqual(before)

    await migrate(store, { first: FIRST, second: second(() => Promise.resolve()) })
    expect(await schemaOf(store)).toEqual([...before, 'first_id', 'second'].sort())
  })

  test('a database of a newer version is left alone, with what to do', async () => {
    const place = await openStore(await fresh.place())
    await migrate(place, { first: FIRST, second: second(() => Promise.resolve()) })
    await expect(migrate(place, { first: FIRST })).rejects.toThrow(/newer version.* second .*Start that version/)
    await place.close()
  })

  test.skipIf(engine === 'sqlite')('a migration may take longer than any other statement', async () => {
    const { databaseUrl = '' } = await fresh.place()
    const hasty = openPostgres(databaseUrl, { statementMs: 100, silenceMs: 200 })
    const slow: Migration = { up: async (db) => void (await sql`select pg_sleep(0.5)`.execute(db)) }
    await migrate(hasty, { slow })
    await hasty.close()
  })

  /** Names of tables and indexes. */
  async function schemaOf({ db }: Store): Promise<string[]> {
    const names =
      engine === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master`
        : sql<{ name: string }>`select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
            where nspname = 'public'`
    return (await names.execute(db)).rows.map(({ name }) => name).sort()
  }
})
