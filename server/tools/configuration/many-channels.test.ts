import { expect, test } from 'bun:test'
import { applyConfiguration, planConfiguration } from '#contract/api/configuration.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { startServer, type TestServer } from '#test/harness/server.ts'
import { abilitiesOf } from '../../channels/abilities.ts'

/** More than one statement takes. */
const MANY = 430

type Entry = Record<string, unknown>

/** Names and facts of the channels as they are stored, after a check that calls are routed by them. */
async function channelsOf({ services: { store, vault } }: TestServer) {
  const rows = await store.db.selectFrom('channels').selectAll().orderBy('id').execute()
  const abilities = await store.db.selectFrom('abilities').selectAll().execute()
  const text = (all: readonly object[]) =>
    all.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted()
  expect(text(abilities)).toEqual(text(rows.flatMap(abilitiesOf)))
  const keys = await store.db.selectFrom('channel_keys').select(['channel_id', 'key']).orderBy('id').execute()
  const open = (channel: number) => keys.filter(({ channel_id }) => channel_id === channel)
  return rows.map((row) => ({
    ...row,
    key: vault.decrypt(row.key),
    keys: open(row.id).map(({ key }) => vault.decrypt(key)),
  }))
}

forEachDatabase((_engine, fresh) => {
  test('many channels are created, changed and removed at once, each as alone', async () => {
    const server = await startServer(await fresh.started())
    fresh.atEnd(() => server.close())
    const root = await server.root()
    async function apply(channels: Record<string, Entry>, prune = false) {
      const document = { channels }
      const { data: plan } = await root.call(planConfiguration, { body: { document, prune } })
      const { data } = await root.call(applyConfiguration, { body: { document, prune, version: plan?.version ?? '' } })
      expect(data).toMatchObject({ applied: true, problems: [] })
    }
    const document: Record<string, Entry> = {}
    for (let at = 0; at < MANY; at++) {
      const key = at % 100 === 7 ? { keys: [`sk-a-${at}`, `sk-b-${at}`] } : { key: `sk-${at}` }
      const models = ['m', `m-${at}`]
      document[`c${at}`] = { type: 1, ...key, models, priority: at % 3, ...(at % 5 === 0 ? { enabled: false } : {}) }
    }
    await apply(document)
    const made = await channelsOf(server)
    expect(made.map(({ name }) => name)).toEqual(Object.keys(document))
    expect(made[8]).toMatchObject({ key: 'sk-8', models: 'm,m-8', priority: 2, status: 1, keys: [] })
    expect(made[7]).toMatchObject({ key: 'sk-a-7', keys: ['sk-a-7', 'sk-b-7'] })
    expect(made[10]).toMatchObject({ status: 2 })
    expect(server.services.keyPools.of(made[7]?.id ?? 0)).toBeDefined()
    await server.services.store.db.updateTable('channels').set({ used_quota: 77 }).execute()

    for (const [at, entry] of Object.values(document).entries()) {
      if (at % 2 === 0) entry.priority = 9
      if (at % 5 === 0) entry.enabled = true
      if (at % 7 === 0) entry.models = ['other']
      if (at % 100 === 7) entry.keys = [`sk-b-${at}`, `sk-c-${at}`]
      if (at % 100 === 8) entry.key = `sk-new-${at}`
    }
    for (let at = 420; at < MANY; at++) delete document[`c${at}`]
    document.last = { type: 1, key: 'sk-last', models: ['m'] }
    await apply(document, true)
    const after = await channelsOf(server)
    expect(after.map(({ name }) => name)).toEqual(Object.keys(document))
    expect(after.map(({ id }) => id).slice(0, 420)).toEqual(made.map(({ id }) => id).slice(0, 420))
    expect(after[10]).toMatchObject({ status: 1, priority: 9, key: 'sk-10', used_quota: 77 })
    expect(after[7]).toMatchObject({ models: 'other', key: 'sk-b-7', keys: ['sk-b-7', 'sk-c-7'] })
    expect(after[8]).toMatchObject({ key: 'sk-new-8', priority: 9 })
    expect(after.at(-1)).toMatchObject({ key: 'sk-last', used_quota: 0, status: 1 })
  }, 60_000)
})
