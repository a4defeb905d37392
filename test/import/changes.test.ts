import type { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { openStore } from '#server/platform/store/database.ts'
import { compiledQuery } from '#server/platform/store/statement.ts'
import { importInto } from '#server/tools/import/import-into.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { createDice } from '#test/harness/fuzz/dice.ts'
import { SAMPLES, type SampleFile, sampleFile } from '#test/harness/import-samples.ts'

const TEST_MS = 120_000
const ROUNDS = 4
const SEED = Number(process.env.SEED ?? 43)

let file: SampleFile | undefined
afterEach(() => file?.remove())

type Choice = Partial<Parameters<typeof importInto>[1]>
const run = (place: Place, from: string, choice: Choice = {}) =>
  importInto({ ...place, secretKey: undefined }, { from, logs: undefined, dry: false, prices: 'differing', ...choice })

const TABLES = ['users', 'tokens', 'channels', 'redemptions', 'options', 'user_identities', 'abilities'] as const

/** All cells of what an import writes, by table, row and column. */
async function cellsOf(place: Place): Promise<Map<string, unknown>> {
  const store = await openStore(place)
  try {
    const cells = new Map<string, unknown>()
    for (const table of TABLES) {
      for (const row of (await store.db.selectFrom(table).selectAll().execute()) as Record<string, unknown>[]) {
        const name =
          row.id ?? row.key ?? `${row.provider ?? row.group}/${row.subject ?? `${row.model}/${row.channel_id}`}`
        for (const [column, value] of Object.entries(row)) cells.set(`${table} ${name} ${column}`, value)
      }
    }
    return cells
  } finally {
    await store.close()
  }
}

function changedCells(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort()
}

/** Changes in the source, each with the cells here that follow it. */
const CHANGES: [statement: string, cells: string[]][] = [
  ["update users set display_name = 'Another ' || abs(random()) where id = 2", ['users 2 display_name']],
  ["update users set email = abs(random()) || '@example.com' where id = 3", ['users 3 email']],
  ['update users set quota = quota + 7 where id = 2', ['users 2 quota']],
  ['update users set status = 3 - status where id = 4', ['users 4 status']],
  ["update users set password = 'x' || abs(random()) where id = 3", ['users 3 password']],
  ['update tokens set status = 3 - status where id = 6', ['tokens 6 status']],
  ['update tokens set remain_quota = remain_quota + 3 where id = 7', ['tokens 7 remain_quota']],
  ["update tokens set name = 'n' || (abs(random()) % 100000) where id = 8", ['tokens 8 name']],
  ["update tokens set key = 'k' || abs(random()) where id = 9", ['tokens 9 key', 'tokens 9 key_hash']],
  ["update channels set name = 'c' || abs(random()) where id = 2", ['channels 2 name']],
  ['update channels set response_time = response_time + 1 where id = 3', ['channels 3 response_time']],
  ["update channels set key = 'sk-' || abs(random()) where id = 1", ['channels 1 key', 'channels 1 key_hash']],
  ['update redemptions set quota = quota + 1 where id = 3', ['redemptions 3 quota']],
]

/** Changes here that no later run undoes, because the source says what it said. */
const HERE = [
  "update users set display_name = 'here', \"group\" = 'vip', role = 10 where id = 3",
  "update tokens set name = 'mine', status = 2 where id = 10",
  "update channels set priority = 9, base_url = 'http://127.0.0.1:9' where id = 4",
  'update redemptions set status = 2 where id = 4',
]

async function changeHere(place: Place, statements: readonly string[]): Promise<void> {
  const store = await openStore(place)
  for (const statement of statements) await store.db.executeQuery(compiledQuery(statement, []))
  await store.close()
}

/** A source with a second super administrator, with accounts at a provider. */
function withSecondRoot(db: Database): void {
  db.run("update users set role = 100, telegram_id = '77' where id = 3")
  db.run("update users set wechat_id = 'wx' where id = 2")
}

forEachDatabase((_engine, fresh) => {
  test(
    'a second run changes nothing; of a changed source only what changed, whatever was changed here',
    async () => {
      const place = await fresh.place()
      file = sampleFile('new-api-0.3.1.4')
      file.change(withSecondRoot)
      const first = await run(place, file.path)
      expect(first.kinds.flatMap(({ notes }) => notes.map(({ code }) => code as string))).toContain('second_root')
      const dice = createDice(SEED)
      await changeHere(place, HERE)
      for (let round = 0; round < ROUNDS; round++) {
        const before = await cellsOf(place)
        const again = await run(place, file.path)
        expect(again.kinds.map(({ taken, updated }) => taken + updated)).toEqual(again.kinds.map(() => 0))
        expect(changedCells(before, await cellsOf(place))).toEqual([])
        const picked = CHANGES.filter(() => dice.roll(3) === 0)
        file.change((db) => {
          for (const [statement] of picked) db.run(statement)
        })
        await run(place, file.path)
        expect(changedCells(before, await cellsOf(place))).toEqual(picked.flatMap(([, cells]) => cells).sort())
      }
    },
    TEST_MS,
  )

  test.each(SAMPLES)(
    'a second run on an unchanged %s changes nothing, and one on a changed user only that user',
    async (sample) => {
      const place = await fresh.place()
      file = sampleFile(sample)
      const first = await run(place, file.path)
      expect(first.kinds.find(({ kind }) => kind === 'users')?.taken).toBeGreaterThan(0)
      const before = await cellsOf(place)
      const again = await run(place, file.path)
      expect(again.kinds.map(({ kind, taken, updated }) => [kind, taken + updated])).toEqual(
        again.kinds.map(({ kind }) => [kind, 0]),
      )
      expect(changedCells(before, await cellsOf(place))).toEqual([])
      file.change((db) => db.run("update users set display_name = 'Renamed there' where id = 2"))
      await run(place, file.path)
      expect(changedCells(before, await cellsOf(place))).toEqual(['users 2 display_name'])
    },
    TEST_MS,
  )

  test(
    'no run makes a second super administrator, and none takes the first one away',
    async () => {
      const place = await fresh.place()
      file = sampleFile('new-api-0.3.1.4')
      file.change(withSecondRoot)
      await run(place, file.path)
      const roles = async () => {
        const cells = await cellsOf(place)
        return [1, 2, 3, 4].map((id) => cells.get(`users ${id} role`))
      }
      expect(await roles()).toEqual([100, 1, 10, 1])
      file.change((db) => {
        db.run('update users set role = 100 where id = 2')
        db.run("update users set role = 1, status = 2, deleted_at = '2026-01-01 00:00:00' where id = 1")
        db.run("update users set display_name = 'still second' where id = 3")
      })
      await run(place, file.path)
      expect(await roles()).toEqual([100, 10, 10, 1])
      const cells = await cellsOf(place)
      expect([cells.get('users 1 status'), cells.get('users 1 deleted_at')]).toEqual([1, null])
    },
    TEST_MS,
  )

  test(
    'an account that was unbound there is no way in here, and one that was unbound here stays so',
    async () => {
      const place = await fresh.place()
      file = sampleFile('new-api-0.3.1.4')
      file.change(withSecondRoot)
      await run(place, file.path)
      const accounts = async () => [...(await cellsOf(place)).keys()].filter((name) => name.endsWith('subject')).sort()
      expect(await accounts()).toEqual(['user_identities telegram/77 subject', 'user_identities wechat/wx subject'])
      await changeHere(place, ["delete from user_identities where provider = 'telegram'"])
      file.change((db) => db.run("update users set wechat_id = '' where id = 2"))
      await run(place, file.path)
      expect(await accounts()).toEqual([])
    },
    TEST_MS,
  )

  test(
    'what was really deleted there is listed, and deleted here where that is asked for',
    async () => {
      const place = await fresh.place()
      file = sampleFile('new-api-0.3.1.4')
      await run(place, file.path)
      file.change((db) => {
        for (const row of [
          'users where id = 4',
          'tokens where id = 6',
          'channels where id = 2',
          'redemptions where id = 3',
        ])
          db.run(`delete from ${row}`)
      })
      const noted = (report: Awaited<ReturnType<typeof run>>, code: string) =>
        report.kinds.filter(({ notes }) => notes.some((note) => note.code === code)).map(({ kind }) => kind)
      const before = await cellsOf(place)
      expect(noted(await run(place, file.path), 'deleted_there')).toEqual([
        'users',
        'tokens',
        'channels',
        'redemptions',
      ])
      expect(changedCells(before, await cellsOf(place))).toEqual([])
      const followDeletions = true
      const dry = await run(place, file.path, { dry: true, followDeletions })
      expect(noted(dry, 'deletion_followed')).toEqual(['users', 'tokens', 'channels', 'redemptions'])
      expect(changedCells(before, await cellsOf(place))).toEqual([])
      await run(place, file.path, { followDeletions })
      const after = await cellsOf(place)
      for (const name of ['users 4', 'tokens 6', 'redemptions 3']) expect(after.get(`${name} deleted_at`)).toBeString()
      expect(after.has('channels 2 id')).toBe(false)
      expect(noted(await run(place, file.path, { followDeletions }), 'deletion_followed')).toEqual([])
    },
    TEST_MS,
  )
})
