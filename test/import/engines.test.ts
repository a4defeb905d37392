import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import pg from 'pg'
import { createWatchdog } from '#server/money/watchdog/watchdog.ts'
import { openStore, type Store } from '#server/platform/store/database.ts'
import { importInto } from '#server/tools/import/import-into.ts'
import { type CopyEngine, copyStatements } from '#test/harness/copy-sample.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { factsOf, SAMPLES, sampleFile } from '#test/harness/import-samples.ts'
import { hasMariadb, startMariadb, type TestMariadb } from '#test/harness/mariadb.ts'
import { dropPostgres, postgresServer, postgresUrl } from '#test/harness/postgres.ts'
import { startServer } from '#test/harness/server.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

let mariadb: TestMariadb | undefined
/** Addresses of the copies, by engine and sample. */
const copies: Record<CopyEngine, Record<string, string>> = { mysql: {}, postgres: {} }

async function copyToPostgres(statements: readonly string[]): Promise<string> {
  const address = await postgresUrl()
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
  return address
}

const run = (place: Place, from: string) =>
  importInto({ ...place, secretKey: undefined }, { from, logs: undefined, dry: false, prices: 'differing' })

/** An address of MySQL as SQL_DSN has it in the other programs. */
function asInFamily(address: string): string {
  if (!address.startsWith('mysql:')) return address
  const { username, password, host, pathname } = new URL(address)
  return `${username}:${decodeURIComponent(password)}@tcp(${host})${pathname}?charset=utf8mb4`
}

async function withStore<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(place)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

fromTier('all', describe)('an import from another engine', () => {
  beforeAll(async () => {
    await postgresServer()
    if (hasMariadb) mariadb = await startMariadb()
    for (const sample of SAMPLES) {
      const file = sampleFile(sample)
      copies.postgres[sample] = await copyToPostgres(copyStatements(file.path, 'postgres'))
      if (mariadb) {
        const address = await mariadb.database()
        await mariadb.run(address, copyStatements(file.path, 'mysql'))
        copies.mysql[sample] = address
      }
      file.remove()
    }
  }, LIMIT_MS)
  afterAll(async () => {
    await mariadb?.stop()
    for (const address of Object.values(copies.postgres)) await dropPostgres(address)
  })

  forEachDatabase((_target, fresh) => {
    for (const engine of ['postgres', 'mysql'] as const) {
      describe.skipIf(engine === 'mysql' && !hasMariadb)(`from ${engine}`, () => {
        for (const sample of SAMPLES) {
          test(
            `${sample}: the same as from SQLite, twice`,
            async () => {
              const from = asInFamily(copies[engine][sample] ?? '')
              const file = sampleFile(sample)
              const [place, other] = [await fresh.place(), await fresh.place()]
              await run(other, file.path)
              file.remove()
              await run(place, from)
              const second = await run(place, from)
              for (const { taken, updated } of second.kinds)
                expect({ taken, updated }).toEqual({ taken: 0, updated: 0 })
              expect(await withStore(place, contentOf)).toEqual(await withStore(other, contentOf))
              const server = await startServer(place)
              expect((await createWatchdog(server.services.store, 'test').run()).differences).toEqual([])
              await server.login('alice', factsOf(sample).pw.alice)
              expect(
                await server.services.callers.tokenByKey(factsOf(sample).keys['alice-unlimited'] ?? ''),
              ).toBeDefined()
              await server.close()
            },
            LIMIT_MS,
          )
        }
      })
    }
  })
})

/** What an import writes, but for times of deletion, which engines keep in different forms. */
async function contentOf({ db }: Store): Promise<unknown> {
  const all = async (
    table: 'users' | 'tokens' | 'channels' | 'redemptions' | 'logs' | 'quota_data' | 'ledger_openings',
  ) => {
    const rows = (await db.selectFrom(table).selectAll().execute()) as Record<string, unknown>[]
    return rows.map(({ deleted_at, key: _, key_hash: _hash, access_token, ...row }) => {
      return JSON.stringify({ ...row, deleted: deleted_at != null, access: access_token != null })
    })
  }
  const options = await db.selectFrom('options').select('key').orderBy('key').execute()
  const tables = ['users', 'tokens', 'channels', 'redemptions', 'logs', 'quota_data', 'ledger_openings'] as const
  return { options, rows: await Promise.all(tables.map(async (table) => (await all(table)).sort())) }
}
