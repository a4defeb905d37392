import { beforeAll, expect, test } from 'bun:test'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { Store } from '../../../platform/store/database.ts'
import { isRunningNode } from './queries.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
    const now = nowInSeconds()
    const node = { started_at: now - 1000, version: '1', calls: 0, host: 'host', memory: 0 }
    await store.db
      .insertInto('nodes')
      .values([
        { ...node, id: 'reports', seen_at: now - 30 },
        { ...node, id: 'silent', seen_at: now - 600 },
      ])
      .execute()
  })

  test.each([
    ['reports', true],
    ['silent', false],
    ['unknown', false],
  ])('a node that %s runs: %p', async (id, expected) => {
    expect(await isRunningNode(store, id)).toBe(expected)
  })
})
