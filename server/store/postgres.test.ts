import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { rawServer } from '#test/harness/raw-server.ts'
import { openPostgres } from './postgres.ts'

test('a host that takes the connection and never answers is an error after some seconds', async () => {
  const silent = rawServer(() => {})
  const store = openPostgres(silent.url.replace('http:', 'postgres:'))
  await expect(sql`select 1`.execute(store.db)).rejects.toThrow('timeout')
  await store.close()
  silent.stop()
}, 15_000)
