import { afterAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import {
  insertStep,
  knownLists,
  listSteps,
  NO_COUNTS,
  newestCheck,
  rememberLists,
} from '../../../site/prices/sync/queries.ts'
import { SYSTEM } from '../../audits/write.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('a database of an older version keeps its rows and has synced nothing', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0040')))
    const { db } = store
    await db.insertInto('options').values({ key: 'ModelRatio', value: '{"old":3}' }).execute()

    await migrate(store)

    expect(await db.selectFrom('options').selectAll().execute()).toEqual([{ key: 'ModelRatio', value: '{"old":3}' }])
    expect([await listSteps(db, 5), await newestCheck(db), (await knownLists(db)).size]).toEqual([[], undefined, 0])
    const source = { address: 'a', shape: 'litellm', models: 7, skipped: 0, problem: null, detail: '' } as const
    await rememberLists(db, [source])
    await rememberLists(db, [{ ...source, models: 8 }])
    expect([...(await knownLists(db))]).toEqual([['a', 8]])
  })

  test('of all steps the newest are kept, and of checks the changes of the newest that can be used', async () => {
    const { db } = store
    const check = { kind: 'check', outcome: 'same', sources: [], counts: NO_COUNTS, changes: [] } as const
    for (let step = 0; step < 205; step++) await insertStep(db, SYSTEM, { ...check, missing: [`model-${step}`] })
    await insertStep(db, SYSTEM, { ...check, outcome: 'failed', missing: [] })
    expect((await listSteps(db, 1000)).length).toBe(200)
    expect((await newestCheck(db))?.missing).toEqual(['model-204'])
    const filled = db.selectFrom('price_syncs').select('id').where('changes', '<>', '')
    expect((await filled.execute()).length).toBe(2)
  })
})
