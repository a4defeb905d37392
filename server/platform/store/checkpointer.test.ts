import { expect, test } from 'bun:test'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#test/harness/until.ts'
import { openStore } from './database.ts'
import { migrate } from './migrate.ts'

test('many rows are moved into the file by another thread, a few stay in the log', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-checkpoint-'))
  const store = await openStore({ dataDir })
  await migrate(store)
  await store.sync()
  const size = () => statSync(join(dataDir, 'switchyard.db')).size
  const before = size()
  for (let i = 0; i < 300; i++) {
    await store.db
      .insertInto('options')
      .values({ key: `option ${i}`, value: 'x'.repeat(1000) })
      .execute()
  }
  store.noteWrites(300)
  await Bun.sleep(100)
  expect(size()).toBe(before)
  store.noteWrites(3000)
  await until(() => size() > before + 300_000)
  await store.close()
})
