import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { openDatabaseLink } from '#test/harness/database-link.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { rawServer } from '#test/harness/raw-server.ts'
import { openPostgres } from './postgres.ts'

test('a host that takes the connection and never answers is an error after some seconds', async () => {
  const silent = rawServer(() => {})
  const store = openPostgres(silent.url.replace('http:', 'postgres:'))
  await expect(sql`select 1`.execute(store.db)).rejects.toThrow('timeout')
  await store.close()
  silent.stop()
}, 15_000)

onDatabase('postgres', (fresh) => {
  let url: string
  beforeAll(async () => {
    url = (await fresh.place()).databaseUrl ?? ''
  })

  test('a database that goes away in the middle of a transaction is an error of that transaction, and not the end of the process', async () => {
    const store = openPostgres(url)
    const other = openPostgres(url)
    const transaction = store.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db)
      // The connection ends while no query is running on it, so no caller would get the error.
      await Bun.sleep(100)
      await sql`select 1`.execute(trx)
    })
    await expect(transaction).rejects.toThrow()
    expect((await sql`select 1`.execute(store.db)).rows).toHaveLength(1)
    await Promise.all([store.close(), other.close()])
  })

  test('a database that goes away without a word is an error after some time, and its connections are not used again', async () => {
    const link = await openDatabaseLink(url)
    const store = openPostgres(link.url, { silenceMs: 300 })
    await sql`create table tries (id integer)`.execute(store.db)
    const transaction = store.db.transaction().execute(async (trx) => {
      await sql`insert into tries values (1)`.execute(trx)
      link.stall()
      await sql`insert into tries values (2)`.execute(trx)
    })
    await expect(transaction).rejects.toThrow()
    link.close()
    const after = openPostgres(url)
    expect((await sql`select * from tries`.execute(after.db)).rows).toEqual([])
    await Promise.all([store.close(), after.close()])
  })
})
