import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { onDatabase } from '#test/harness/databases.ts'
import { until } from '#test/harness/until.ts'
import { nextTurn } from '../../async/next-turn.ts'
import type { Store } from '../database.ts'
import { ReaderLeft, readingFor } from './reader.ts'

const ROWS = 1_000_000
/** Takes SQLite about a tenth of a second. */
const slow = sql<{ n: number }>`with recursive c(i) as (select 1 union all select i + 1 from c where i < ${ROWS})
  select count(*) as n from c`

interface Usage {
  ticks: number
  niceness: number
}

/** The CPU time of this process's threads, by thread id. Source: proc(5), `/proc/[pid]/stat`: utime 14, nice 19. */
function ticksOfThreads(): Map<string, Usage> {
  return new Map(
    readdirSync('/proc/self/task').map((tid) => {
      const stat = readFileSync(`/proc/self/task/${tid}/stat`, 'utf8')
      // Counted from `state`, field 3, behind the name, which may contain spaces.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      return [tid, { ticks: fields[14 - 3] ?? 0, niceness: fields[19 - 3] ?? 0 }]
    }),
  )
}

onDatabase('sqlite', (fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
  })

  const write = (key: string) => store.db.insertInto('options').values({ key, value: 'v' }).execute()
  const read = (key: string) => store.reads.selectFrom('options').selectAll().where('key', '=', key).execute()

  test('sees what was committed, at once', async () => {
    for (const key of ['first', 'second', 'third']) {
      await write(key)
      expect(await read(key)).toEqual([{ key, value: 'v' }])
    }
  })

  test('keeps neither queries nor writes nor a sync waiting', async () => {
    let tries = 0
    // On a busy machine, a read may be over before the rest is done.
    await until(async () => {
      let isOver = false
      const reading = slow.execute(store.reads).finally(() => {
        isOver = true
      })
      const key = `meanwhile ${++tries}`
      await write(key)
      expect(await store.db.selectFrom('options').selectAll().where('key', '=', key).execute()).toHaveLength(1)
      await store.sync()
      store.noteWrites(10_000)
      const wasMeanwhile = !isOver
      expect((await reading).rows).toEqual([{ n: ROWS }])
      expect(await read(key)).toHaveLength(1)
      return wasMeanwhile
    })
  })

  test('answers many at once, each with its own rows', async () => {
    const numbers = Array.from({ length: 50 }, (_, i) => i)
    const answers = await Promise.all(numbers.map((i) => sql<{ i: number }>`select ${i} as i`.execute(store.reads)))
    expect(answers.map(({ rows }) => rows[0]?.i)).toEqual(numbers)
  })

  test.skipIf(process.platform !== 'linux')('gives way to calls', async () => {
    const before = ticksOfThreads()
    // Long enough for several ticks of a hundredth of a second.
    for (let times = 0; times < 3; times++) await slow.execute(store.reads)
    const worked = (tid: string, { ticks }: Usage) => ticks - (before.get(tid)?.ticks ?? 0)
    const [busiest] = [...ticksOfThreads()].toSorted((a, b) => worked(...b) - worked(...a))
    expect(busiest?.[1].niceness).toBe(10)
  })

  test('a reader does not wait for what others have queued', async () => {
    const order: string[] = []
    const ask = (name: string, query: () => Promise<unknown>) =>
      readingFor({ name }, query).then(() => order.push(name))
    const reports = ['one', 'two'].flatMap((name) => [1, 2].map(() => ask(name, () => slow.execute(store.reads))))
    await ask('three', () => read('first'))
    await Promise.all(reports)
    expect(order.indexOf('three')).toBeLessThan(3)
    expect(order.toSorted()).toEqual(['one', 'one', 'three', 'two', 'two'])
  })

  test('what is asked for a reader who has left is not begun', async () => {
    const leaving = new AbortController()
    const reader = { name: 'leaves', signal: leaving.signal }
    const running = readingFor(reader, () => slow.execute(store.reads)).catch((error: unknown) => error)
    const waiting = readingFor(reader, () => read('first'))
    // The first has begun, and the second waits.
    await nextTurn()
    leaving.abort()
    await expect(waiting).rejects.toThrow(ReaderLeft)
    expect(await running).toBeInstanceOf(ReaderLeft)
  })

  test('says what SQLite says, and goes on', async () => {
    await expect(sql`select 1 from nowhere`.execute(store.reads)).rejects.toThrow('no such table: nowhere')
    expect(await read('first')).toHaveLength(1)
  })

  test('can neither write nor be part of a transaction', async () => {
    const writing = store.reads.insertInto('options').values({ key: 'k', value: 'v' }).execute()
    await expect(writing).rejects.toThrow('readonly')
    await expect(store.reads.transaction().execute(async () => {})).rejects.toThrow('transaction')
  })

  test('whoever waits when the store closes is told', async () => {
    const other = await fresh.store()
    const reading = slow.execute(other.reads)
    await nextTurn()
    await other.close()
    await expect(reading).rejects.toThrow('the database is closed')
    await expect(slow.execute(other.reads)).rejects.toThrow('the database is closed')
  })

  afterAll(() => store.sync())
})
