import { afterAll, beforeAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { createBus } from '../../platform/store/bus.ts'
import { openStore, type Store } from '../../platform/store/database.ts'
import { migrate } from '../../platform/store/migrate.ts'
import { type Estimates, openEstimates } from './estimates.ts'
import { FORGET_PIECES } from './learned-ratios.ts'
import { deleteSums } from './queries.ts'

const MODEL = 'gpt-4o'
const PROSE = [500, 0, 0, 0, 0]

forEachDatabase((_engine, fresh) => {
  const bus = createBus()
  const warnings: string[] = []
  let store: Store
  let one: Estimates
  let two: Estimates
  const open = () => openEstimates({ store, bus, warn: (message) => warnings.push(message) })
  const prose = (estimates: Estimates) => estimates.ratios(MODEL)[0] ?? 0

  beforeAll(async () => {
    store = await openStore(await fresh.place())
    await migrate(store)
    one = await open()
    two = await open()
  })
  afterAll(async () => {
    await one.close()
    await two.close()
    await store.close()
    expect(warnings).toEqual([])
  })

  test('a node uses what it has learned at once, and others after both have written', async () => {
    const before = prose(one)
    for (let call = 0; call < 40; call++) one.learn(MODEL, PROSE, 650)
    for (let call = 0; call < 10; call++) two.learn(MODEL, PROSE, 650)
    const alone = [prose(one), prose(two)]
    expect(alone[0]).toBeWithin(1.25, 1.31)
    expect(alone[1]).toBeLessThan(alone[0] ?? 0)
    await one.flush()
    await two.flush()
    await one.flush()
    expect(prose(one)).toBe(prose(two))
    expect(prose(two)).toBeGreaterThan(alone[1] ?? 0)
    expect(
      one
        .learned()
        .get(MODEL)
        ?.map(({ calls }) => calls),
    ).toEqual([50, 0, 0, 0, 0])
    expect(prose(one)).not.toBe(before)
    expect(one.ratios('claude-opus-4-1')).toEqual(two.ratios('claude-opus-4-1'))
  })

  test('it outlives the node', async () => {
    const third = await open()
    expect(prose(third)).toBe(prose(one))
    await third.close()
  })

  test('newer calls count more than old ones, and the sums stay bounded', async () => {
    for (let round = 0; round < 8; round++) {
      for (let call = 0; call < 120; call++) one.learn(MODEL, PROSE, 450)
      await one.flush()
    }
    expect(prose(one)).toBeWithin(0.9, 0.96)
    expect(one.learned().get(MODEL)?.[0]?.pieces).toBeLessThanOrEqual(FORGET_PIECES)
  })

  test('a reset is heard by every node, with what it has not written yet', async () => {
    two.learn(MODEL, PROSE, 650)
    await deleteSums(store.db)
    bus.publish({ kind: 'estimates' })
    expect(one.learned().size + two.learned().size).toBe(0)
    await two.flush()
    await one.flush()
    expect(one.learned().size).toBe(0)
    expect(prose(one)).toBe(prose(two))
  })
})
