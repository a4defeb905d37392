import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { abilitiesOf } from './abilities.ts'
import { reviseAbilities } from './revise-abilities.ts'

const CHANNELS = 30
const MODELS = 100

forEachDatabase((_engine, fresh) => {
  test('thousands of routing rows are written and taken away while calls go on', async () => {
    const store = await fresh.store()
    const names = Array.from({ length: MODELS }, (_, n) => `model-${n}`).join()
    const row = { type: 1, name: 'main', key: '', key_hash: '', group: 'default', created_time: 0 }
    const few = await store.db
      .insertInto('channels')
      .values(Array.from({ length: CHANNELS }, () => ({ ...row, models: 'model-0' })))
      .returningAll()
      .execute()
    const many = few.map((channel) => ({ ...channel, models: names }))
    await store.db.insertInto('abilities').values(few.flatMap(abilitiesOf)).execute()

    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const revise = async (from: typeof few, to: typeof few) => {
      const before = turns
      const revisions = from.map((channel, at) => ({ before: channel, after: to[at]! }))
      await store.db.transaction().execute((trx) => reviseAbilities(trx, revisions))
      const { rows } = await store.db
        .selectFrom('abilities')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      return { rows: Number(rows), went: turns > before }
    }
    expect(await revise(few, many)).toEqual({ rows: CHANNELS * MODELS, went: true })
    expect(await revise(many, few)).toEqual({ rows: CHANNELS, went: true })
    clearImmediate(next)
  })
})
