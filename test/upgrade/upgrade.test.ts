import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { WatchdogReport } from '#contract/api/watchdog.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { type Engine, openStore, type Store } from '#server/platform/store/database.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import { type FakeUpstream, startFakeUpstream } from '#test/fake-upstream/server.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/**
 * Databases that 0.1.0 has left: root and alice, two channels, tokens, a redeemed code and one that is not, calls. It was
 * killed in the middle of a call, and with the charge of another one in the journal alone.
 */
const FORMER = join(import.meta.dirname, '0.1.0')
const ROLLBACK = join(import.meta.dirname, '../../deploy/rollback')
const SECRET_KEY = 'of the upgrade test'

interface Former {
  node: string
  tokens: { unlimited: string; limited: string }
  /** The request id of the charge that was not settled. */
  unsettled: string
  /** The redemption code that was not used. */
  code: string
}
const facts = JSON.parse(readFileSync(join(FORMER, 'facts.json'), 'utf8')) as Record<Engine, Former>

fromTier(
  'all',
  forEachDatabase,
)((engine, fresh) => {
  const former = facts[engine]
  let upstream: FakeUpstream
  let server: ServerProcess | undefined
  beforeAll(() => {
    upstream = startFakeUpstream({ record: 0 })
  })
  afterAll(async () => {
    await server?.kill()
    await upstream.stop()
  })

  describe('a database of 0.1.0', () => {
    test('goes on: logins, keys, codes, the log, and charges that wait in the journal', async () => {
      const place = await formerPlace(await fresh.place(), engine)
      server = await startProcess(place.dataDir, { DATABASE_URL: place.databaseUrl ?? '', SECRET_KEY })
      const root = await server.login()
      await root.send('PUT', '/api/channel/', { id: 1, base_url: upstream.url })
      for (const token of Object.values(former.tokens)) expect((await call(server.url, token)).status).toBe(200)
      const alice = await server.login('alice', 'password')
      expect(await alice.send('POST', '/api/user/topup', { key: former.code })).toBe(250_000)
      const report = (await root.send('GET', '/api/watchdog?fresh=true')) as WatchdogReport
      expect(report.differences).toEqual([])
      await server.stop()

      const store = await openStore(place)
      const settled = store.db.selectFrom('logs').select('type').where('request_id', '=', former.unsettled)
      expect(await settled.execute()).toEqual([{ type: LOG_TYPE.consume }])
      for (const user of [1, 2]) expect((await expectBooksToAgree(store, user)).calls).toBe(user === 1 ? 4 : 5)
      await expectChannelsToAgree(store)
      const interrupted = store.db.selectFrom('logs').selectAll().where('type', '=', LOG_TYPE.system)
      expect((await interrupted.execute()).filter(({ request_id }) => request_id !== '')).toHaveLength(1)
      expect(await store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
      await store.close()
    })

    test('has the schema of a new one then, can be taken back to that of 0.1.0, and upgraded again', async () => {
      const place = await formerPlace(await fresh.place(), engine)
      const before = await openStore(place)
      const old = await schemaOf(before)
      await migrate(before)
      const next = await schemaOf(before)
      expect(next).toEqual(await schemaOf(await fresh.store()))
      await before.close()

      await rollBack(place, engine)
      const back = await openStore(place)
      expect(await schemaOf(back)).toEqual(old)
      await migrate(back)
      expect(await schemaOf(back)).toEqual(next)
      await back.close()
    })

    test('taken back, restrictions that 0.1.0 does not know are no permissions', async () => {
      const place = await formerPlace(await fresh.place(), engine)
      const store = await openStore(place)
      await migrate(store)
      await store.db.updateTable('tokens').set({ limits: '{"rpm":1}' }).where('id', '=', 1).execute()
      await store.db.updateTable('tokens').set({ endpoints: 'chat' }).where('id', '=', 2).execute()
      const access = { access_token: 'hash', access_token_scope: 'usage' }
      await store.db.updateTable('users').set(access).where('id', '=', 1).execute()
      await store.close()
      await rollBack(place, engine)
      const back = await openStore(place)
      expect(await back.db.selectFrom('tokens').select('status').execute()).toEqual([{ status: 2 }, { status: 2 }])
      const user = await back.db.selectFrom('users').select('access_token').where('id', '=', 1).executeTakeFirst()
      expect(user).toEqual({ access_token: null })
      await back.close()
    })
  })
})

/** Puts the database, the journal and the id of a former node into an empty place. */
async function formerPlace(place: Place, engine: Engine): Promise<Place> {
  await runScript(place, readFileSync(join(FORMER, `${engine}.sql`), 'utf8'))
  const { node } = facts[engine]
  const dir = join(place.dataDir, 'journal', node)
  mkdirSync(dir, { recursive: true })
  cpSync(join(FORMER, `${engine}.journal`), join(dir, '1.log'))
  writeFileSync(join(place.dataDir, 'node.id'), `${node}\n`)
  return place
}

async function rollBack(place: Place, engine: Engine): Promise<void> {
  const files = [`to-0.1.0.triggers.${engine}.sql`, 'to-0.1.0.sql']
  if (engine === 'sqlite') files.push('to-0.1.0.sqlite.sql')
  await runScript(place, files.map((file) => readFileSync(join(ROLLBACK, file), 'utf8')).join('\n'))
}

async function runScript({ dataDir, databaseUrl }: Place, script: string): Promise<void> {
  if (!databaseUrl) {
    const file = new Database(join(dataDir, 'switchyard.db'), { create: true })
    file.exec(script)
    file.close()
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(script).finally(() => client.end())
}

/** Columns by table with type and default, and indexes. */
async function schemaOf({ db, engine }: Store): Promise<string[]> {
  const columns =
    engine === 'sqlite'
      ? sql<{ line: string }>`select m.name || ' ' || c.name || ' ' || lower(c.type) || ' ' || c."notnull" || ' ' ||
          coalesce(c.dflt_value, '') as line from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
      : sql<{
          line: string
        }>`select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
          coalesce(column_default, '') as line from information_schema.columns where table_schema = 'public'`
  const indexes =
    engine === 'sqlite'
      ? sql<{ line: string }>`select m.name || ' ' || group_concat(coalesce(i.name, ''), ',') as line
          from sqlite_master m, pragma_index_info(m.name) i where m.type = 'index' group by m.name`
      : sql<{ line: string }>`select indexdef as line from pg_indexes where schemaname = 'public'`
  const rows = [...(await columns.execute(db)).rows, ...(await indexes.execute(db)).rows]
  return rows.map(({ line }) => line).sort()
}

function call(url: string, token: string): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'fake-gpt', messages: [{ role: 'user', content: 'hi' }], fake: { tokens: 7 } }),
  })
}
