import type { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { openStore } from '#server/platform/store/database.ts'
import { importInto } from '#server/tools/import/import-into.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { type Sample, type SampleFile, sampleFile } from '#test/harness/import-samples.ts'

const TEST_MS = 120_000

let file: SampleFile | undefined
afterEach(() => file?.remove())

/** A database of a fork: that of the program that it was made from, with what it adds. */
function forkOf(sample: Sample, change: (db: Database) => void): string {
  file = sampleFile(sample)
  file.change(change)
  return file.path
}

type Choice = Partial<Parameters<typeof importInto>[1]>
const run = (place: Place, from: string, choice: Choice = {}) =>
  importInto({ ...place, secretKey: undefined }, { from, logs: undefined, dry: false, prices: 'differing', ...choice })

async function read<T>(
  place: Place,
  work: (db: Awaited<ReturnType<typeof openStore>>['db']) => Promise<T>,
): Promise<T> {
  const store = await openStore(place)
  try {
    return await work(store.db)
  } finally {
    await store.close()
  }
}

/** Columns of Veloera's model/user.go, redemption.go and channel.go that new-api lacks. */
function asVeloera(db: Database): void {
  for (const column of [
    'redemptions add column is_gift numeric default false',
    'redemptions add column max_uses integer default -1',
    'redemptions add column used_count integer default 0',
    'redemptions add column valid_from integer default 0',
    'redemptions add column valid_until integer default 0',
    'users add column last_check_in_time datetime',
    "channels add column model_prefix varchar(64) default ''",
  ])
    db.run(`alter table ${column}`)
  db.run(
    'create table redemption_logs (id integer primary key, redemption_id integer, user_id integer, used_time bigint)',
  )
  db.run('insert into redemption_logs values (1, 10, 2, 1790000000)')
  db.run("update channels set model_prefix = 'fast/' where id = 1")
  const code = db.prepare(
    `insert into redemptions (id, user_id, key, status, name, quota, created_time, is_gift, max_uses, used_count, valid_from,
      valid_until) values (?, 1, ?, 1, ?, 500000, 1790000000, ?, ?, ?, ?, ?)`,
  )
  const [past, future] = [1_700_000_000, 4_000_000_000]
  for (const [id, name, gift, most, used, from, until] of [
    [10, 'plain', 0, -1, 0, 0, 0],
    [11, 'for everybody', 1, -1, 0, 0, 0],
    [12, 'for ten', 1, 10, 3, 0, 0],
    [13, 'used up', 1, 2, 2, 0, 0],
    [14, 'for one', 1, 1, 0, 0, 0],
    [15, 'over', 0, -1, 0, 0, past],
    [16, 'until later', 0, -1, 0, 0, future],
    [17, 'from later', 0, -1, 0, future, 0],
    [18, 'has begun', 0, -1, 0, past, 0],
  ] as const)
    code.run(id, `${id}`.repeat(16), name, gift, most, used, from, until)
}

/** Columns of done-hub's model/user.go and channel.go that one-hub lacks. */
function asDoneHub(db: Database): void {
  for (const column of [
    'users add column linuxdo_id bigint default 0',
    "users add column linuxdo_username text default ''",
    'users add column linuxdo_trust_level int default 0',
    'channels add column cost_ratio decimal(10,4) default 0',
  ])
    db.run(`alter table ${column}`)
  db.run("update users set linuxdo_id = 4711, linuxdo_username = 'alice', linuxdo_trust_level = 2 where id = 2")
}

forEachDatabase((_engine, fresh) => {
  test(
    'Veloera: a code with a time or a number of uses never comes out worth more than it was',
    async () => {
      const place = await fresh.place()
      const report = await run(place, forkOf('new-api-0.3.1.4', asVeloera))
      expect(report.program).toBe('Veloera')
      const statuses = await read(place, (db) =>
        db.selectFrom('redemptions').select(['name', 'status']).where('id', '>=', 10).orderBy('id').execute(),
      )
      const { unused, disabled, used } = REDEMPTION_STATUS
      expect(statuses.map(({ name, status }) => [name, status])).toEqual([
        ['plain', unused],
        ['for everybody', disabled],
        ['for ten', disabled],
        ['used up', used],
        ['for one', unused],
        ['over', disabled],
        ['until later', disabled],
        ['from later', disabled],
        ['has begun', unused],
      ])
      expect(report.unread).toContainEqual({ name: 'channels.model_prefix', rows: 1, stops: false })
      expect(report.unread).toContainEqual({ name: 'redemption_logs', rows: 1, stops: false })
    },
    TEST_MS,
  )

  test(
    'done-hub: accounts of Linux DO come along',
    async () => {
      const place = await fresh.place()
      const report = await run(place, forkOf('one-hub', asDoneHub))
      expect(report.program).toBe('done-hub')
      const accounts = await read(place, (db) =>
        db.selectFrom('user_identities').select(['user_id', 'subject']).where('provider', '=', 'linuxdo').execute(),
      )
      expect(accounts).toEqual([{ user_id: 2, subject: '4711' }])
    },
    TEST_MS,
  )

  test.each([
    {
      fork: 'Veloera',
      from: () => forkOf('new-api-0.3.1.4', asVeloera),
      spend: 'update redemptions set used_count = 10 where id = 12',
      kind: 'redemptions',
    },
    {
      fork: 'done-hub',
      from: () => forkOf('one-hub', asDoneHub),
      spend: "update users set display_name = 'Alice B.' where id = 2",
      kind: 'users',
    },
  ])(
    '$fork: a second run changes nothing, and a third what the source has changed',
    async ({ from, spend, kind }) => {
      const place = await fresh.place()
      const path = from()
      const kept = (of: Place) =>
        read(of, async (db) => ({
          users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
          tokens: await db.selectFrom('tokens').selectAll().orderBy('id').execute(),
          channels: await db.selectFrom('channels').selectAll().orderBy('id').execute(),
          redemptions: await db.selectFrom('redemptions').selectAll().orderBy('id').execute(),
          identities: await db.selectFrom('user_identities').selectAll().orderBy('user_id').execute(),
        }))
      await run(place, path)
      const first = await kept(place)
      const second = await run(place, path)
      expect(second.kinds.map(({ taken, updated }) => taken + updated)).toEqual(second.kinds.map(() => 0))
      expect(await kept(place)).toEqual(first)
      file?.change((db) => db.run(spend))
      const third = await run(place, path)
      const changed = third.kinds.filter(({ taken, updated }) => taken + updated > 0)
      expect(changed.map((each) => each.kind)).toEqual([kind])
    },
    TEST_MS,
  )

  test(
    'columns that may be money or rights stop the run until they are named, and nothing is written before',
    async () => {
      const place = await fresh.place()
      const from = forkOf('new-api-2026-07', (db) => {
        db.run('alter table users add column credit_limit bigint default 100')
        db.run('alter table users add column nick text')
        db.run('alter table tokens add column rpm_limit integer default -1')
        db.run('create table user_wallets (user_id integer, coins integer)')
        db.run('insert into user_wallets values (2, 900)')
        db.run("update users set credit_limit = 5000, nick = 'al' where id = 2")
      })
      const dry = await run(place, from, { dry: true })
      expect(dry.program).toBe('a relative of new-api')
      const named = dry.unread.filter(({ name }) => /credit|nick|rpm|wallet/.test(name))
      expect(named).toEqual([
        { name: 'users.credit_limit', rows: 1, stops: true },
        { name: 'users.nick', rows: 1, stops: false },
        { name: 'user_wallets', rows: 1, stops: true },
      ])
      await expect(run(place, from)).rejects.toThrow('--ignore users.credit_limit --ignore user_wallets')
      await expect(run(place, from, { ignore: ['user_wallets'] })).rejects.toThrow('users.credit_limit (1 rows)')
      const users = () => read(place, (db) => db.selectFrom('users').select('id').execute())
      expect(await users()).toEqual([])
      await run(place, from, { ignore: ['user_wallets', 'users.credit_limit'] })
      expect((await users()).length).toBe(5)
    },
    TEST_MS,
  )

  test(
    'the four programs themselves hold nothing that stops a run',
    async () => {
      for (const sample of ['one-api', 'new-api-0.3.1.4', 'new-api-2026-07', 'one-hub'] as const) {
        const report = await run(
          await fresh.place(),
          forkOf(sample, () => {}),
        )
        expect(report.program).toBe(sample.replace(/-(?:0|2).*/, ''))
        expect(report.unread.filter(({ stops }) => stops)).toEqual([])
        file?.remove()
      }
    },
    TEST_MS,
  )
})
