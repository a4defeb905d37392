import { expect, test } from 'bun:test'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  for (const end = Date.now() + 5000; Date.now() < end && size() <= before + 300_000; ) await Bun.sleep(5)
  expect(size()).toBeGreaterThan(before + 300_000)
  await store.close()
})
