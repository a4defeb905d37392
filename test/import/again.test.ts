import type { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { redeem } from '#contract/api/redemption.ts'
import { createWatchdog } from '#server/money/watchdog/watchdog.ts'
import { openStore, type Store } from '#server/platform/store/database.ts'
import { openVault } from '#server/platform/store/vault.ts'
import { importInto } from '#server/tools/import/import-into.ts'
import { runImport } from '#server/tools/import/run-import.ts'
import { openSource } from '#server/tools/import/source/open-source.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { factsOf, type Sample, type SampleFile, sampleFile } from '#test/harness/import-samples.ts'
import { startServer } from '#test/harness/server.ts'

const MAIN = join(import.meta.dirname, '../../server/tools/command-line/main.ts')
const DYING = join(import.meta.dirname, 'dying-import.ts')
/** More rows than two pages of the import that is killed. */
const MANY = 3000
const TEST_MS = 120_000

const files: SampleFile[] = []
afterEach(() => {
  for (const file of files.splice(0)) file.remove()
})
function sample(name: Sample): SampleFile {
  const file = sampleFile(name)
  files.push(file)
  return file
}

const run = (place: Place, from: string) =>
  importInto({ ...place, secretKey: undefined }, { from, logs: undefined, dry: false, prices: 'differing' })

async function withStore<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(place)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const differences = (store: Store) =>
  createWatchdog(store, 'test')
    .run()
    .then((report) => report.differences)

/** A call that alice makes there, and what it does to the counters. */
function spend(file: Database, id: number, quota: number): void {
  file.run(
    `insert into logs (id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens,
      completion_tokens, use_time, is_stream, channel_id, token_id, other)
      values (?, 2, ?, 2, '', 'alice', 'alice-unlimited', 'gpt-4o', ?, 5, 5, 1, 0, 1, 5, '')`,
    [id, 1_795_575_000 + id, quota],
  )
  file.run(
    'update users set quota = quota - ?, used_quota = used_quota + ?, request_count = request_count + 1 where id = 2',
    [quota, quota],
  )
  file.run('update tokens set used_quota = used_quota + ? where id = 5', [quota])
  file.run('update channels set used_quota = used_quota + ? where id = 1', [quota])
}

forEachDatabase((_engine, fresh) => {
  test(
    'a later run brings what is new and what has changed, and doubles nothing',
    async () => {
      const place = await fresh.place()
      const file = sample('new-api-0.3.1.4')
      await run(place, file.path)
      file.change((db) => {
        spend(db, 1000, 50)
        db.run('update redemptions set status = 3, used_user_id = 3 where id = 3')
        db.run('update tokens set status = 2 where id = 6')
        db.run(`insert into users (id, username, password, display_name, role, status, quota, "group", aff_code)
        select 6, 'erin', password, 'Erin', 1, 1, 700, 'team', 'ERIN' from users where id = 2`)
      })
      const report = await run(place, file.path)
      const count = (kind: string) => report.kinds.find((one) => one.kind === kind)
      expect(count('users')).toMatchObject({ taken: 1, updated: 1, same: 4 })
      expect(count('tokens')).toMatchObject({ taken: 0, updated: 1, same: 11 })
      expect(count('redemptions')).toMatchObject({ taken: 0, updated: 1, same: 3 })
      expect(count('logs')).toMatchObject({ taken: 1 })
      const server = await startServer(place)
      const { store } = server.services
      expect(await differences(store)).toEqual([])
      for (const id of [1, 2, 3, 6]) await expectBooksToAgree(store, id)
      const alice = await store.db.selectFrom('users').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
      expect(alice).toMatchObject({ quota: 12_749_719 - 50, used_quota: 281 + 50, request_count: 6 })
      const erin = await server.login('erin', factsOf('new-api-0.3.1.4').pw.alice)
      expect((await erin.call(redeem, { body: { key: factsOf('new-api-0.3.1.4').codes[2] ?? '' } })).success).toBe(
        false,
      )
      expect(server.services.options.values.GroupRatio).toMatchObject({ team: 1 })
      await server.close()
    },
    TEST_MS,
  )

  test(
    'usage whose rows were cleared is counted without rows, and corrected when rows come later',
    async () => {
      const place = await fresh.place()
      const file = sample('new-api-0.3.1.4')
      file.change((db) => {
        db.run('delete from logs where type = 2 and id % 2 = 0')
        // A counter that is ahead of its row.
        db.run('update users set used_quota = used_quota + 70, request_count = request_count + 1 where id = 2')
      })
      await run(place, file.path)
      await withStore(place, async (store) => {
        expect(await differences(store)).toEqual([])
        const user = store.db.selectFrom('users').select(['used_quota', 'quota', 'request_count']).where('id', '=', 2)
        expect(await user.executeTakeFirstOrThrow()).toEqual({ used_quota: 351, quota: 12_749_719, request_count: 6 })
      })
      file.change((db) => {
        spend(db, 1000, 70)
        db.run('update users set used_quota = used_quota - 70, request_count = request_count - 1 where id = 2')
      })
      await run(place, file.path)
      await withStore(place, async (store) => {
        expect(await differences(store)).toEqual([])
        const user = store.db.selectFrom('users').select(['used_quota', 'quota', 'request_count']).where('id', '=', 2)
        expect(await user.executeTakeFirstOrThrow()).toEqual({ used_quota: 351, quota: 12_749_649, request_count: 6 })
      })
    },
    TEST_MS,
  )

  test(
    'a run that ends between any two transactions is continued by the next',
    async () => {
      const file = sample('one-hub')
      const whole = await fresh.place()
      await run(whole, file.path)
      const place = await fresh.store()
      const vault = openVault({ secretKey: 'secret', dataDir: '/nonexistent' })
      let runs = 0
      for (let done = false; !done; runs++) {
        let left = runs + 1
        const reader = await openSource(file.path)
        const parts = { store: place, vault, reader, logs: undefined, dry: false, prices: 'differing' as const }
        const progress = () => {
          if (left-- === 0) throw new Error('ended')
        }
        done = await runImport({ ...parts, progress }).then(
          () => true,
          () => false,
        )
        await reader.close()
        expect(await differences(place)).toEqual([])
      }
      expect(runs).toBeGreaterThan(10)
      expect(await countedIn(place)).toEqual(await withStore(whole, countedIn))
    },
    TEST_MS,
  )

  test(
    'joins a server that has users: root goes on, names that are taken change, ids that are taken too',
    async () => {
      const place = await fresh.started()
      const first = await startServer(place)
      const other = await first.addUser({ username: 'alice', quota: 5, aff_code: 'mine' })
      await first.services.store.db.insertInto('ledger_openings').values({ user_id: other.id, quota: 5 }).execute()
      await first.close()
      const file = sample('one-api')
      const report = await run(place, file.path)
      const notes = report.kinds.flatMap((kind) => kind.notes.map(({ code }) => code as string))
      expect(notes).toContain('root_merged')
      expect(notes).toContain('user_renamed')
      const server = await startServer(place)
      expect(await differences(server.services.store)).toEqual([])
      await server.root()
      expect((await server.login('alice', 'password')).user.id).toBe(other.id)
      const facts = factsOf('one-api')
      await server.login('alice-2', facts.pw.alice)
      const token = server.services.callers.tokenByKey(facts.keys['alice-unlimited'] ?? '')
      const owner = server.services.store.db.selectFrom('users').select('id').where('username', '=', 'alice-2')
      expect((await token)?.userId).toBe((await owner.executeTakeFirstOrThrow()).id)
      await server.close()
    },
    TEST_MS,
  )

  test(
    'a channel with several keys keeps them, each in its state',
    async () => {
      const place = await fresh.place()
      const file = sample('new-api-2026-07')
      const info = JSON.stringify({ is_multi_key: true, multi_key_size: 3, multi_key_status_list: { 1: 3 } })
      file.change((db) =>
        db.run("update channels set key = 'sk-a\nsk-b\nsk-c', channel_info = ? where id = 11", [info]),
      )
      await run(place, file.path)
      const statuses = () =>
        withStore(place, async ({ db }) => {
          const rows = await db.selectFrom('channel_keys').select(['channel_id', 'status']).orderBy('id').execute()
          return rows.map(({ channel_id, status }) => [channel_id, status])
        })
      expect(await statuses()).toEqual([
        [11, 1],
        [11, 3],
        [11, 1],
      ])
      file.change((db) => db.run("update channels set key = 'sk-a', channel_info = '{}' where id = 11"))
      await run(place, file.path)
      expect(await statuses()).toEqual([])
    },
    TEST_MS,
  )

  test(
    'is killed in the middle of the log, and goes on',
    async () => {
      const file = sample('new-api-0.3.1.4')
      file.change((db) => {
        db.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MANY})
        insert into logs (id, user_id, created_at, type, content, username, token_name, model_name, quota,
          prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id, other)
        select 1000 + i, 2, 1795000000 + i, 2, '', 'alice', 'alice-unlimited', 'm' || (i % 7), i % 100, 3, 4, 1, 0, 1, 5, ''
        from n`)
      })
      const place = await fresh.place()
      const env = { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '', SECRET_KEY: '' }
      const child = Bun.spawn([process.execPath, DYING, file.path], { env, stdout: 'pipe', stderr: 'inherit' })
      // The second page is being written when the line arrives, and a third never begins.
      const { value } = await child.stdout.getReader().read()
      expect(new TextDecoder().decode(value)).toBe('the first page is written\n')
      child.kill('SIGKILL')
      expect(await child.exited).not.toBe(0)
      const before = await logRows(place)
      expect(before).toBeGreaterThan(0)
      expect(before).toBeLessThan(MANY)
      expect(await withStore(place, differences)).toEqual([])
      const command = [process.execPath, MAIN, 'import', '--from', file.path]
      expect(await Bun.spawn(command, { env, stdout: 'ignore', stderr: 'inherit' }).exited).toBe(0)
      expect(await logRows(place)).toBe(MANY + 25)
      expect(await withStore(place, differences)).toEqual([])
    },
    TEST_MS,
  )
})

const logRows = (place: Place) =>
  withStore(place, async ({ db }) => {
    const { n } = await db
      .selectFrom('logs')
      .select((count) => count.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  })

/** What the two ways to import must agree in. */
async function countedIn({ db }: Store): Promise<unknown> {
  return {
    users: await db
      .selectFrom('users')
      .select(['id', 'username', 'quota', 'used_quota', 'request_count'])
      .orderBy('id')
      .execute(),
    tokens: await db
      .selectFrom('tokens')
      .select(['id', 'status', 'used_quota', 'remain_quota'])
      .orderBy('id')
      .execute(),
    channels: await db.selectFrom('channels').select(['id', 'type', 'used_quota']).orderBy('id').execute(),
    openings: await db.selectFrom('ledger_openings').selectAll().orderBy('user_id').execute(),
    logs: await db
      .selectFrom('logs')
      .select(['user_id', 'token_id', 'quota', 'content', 'other'])
      .orderBy('id')
      .execute(),
    abilities: (await db.selectFrom('abilities').selectAll().execute()).length,
  }
}
