import { beforeAll, describe, expect, test } from 'bun:test'
import { createAlertRule, createAlertSink } from '#contract/api/alerts.ts'
import { createChannel, getChannel, listChannels, updateChannel } from '#contract/api/channels.ts'
import { applyConfiguration, exportConfiguration, planConfiguration } from '#contract/api/configuration.ts'
import { setOption } from '#contract/api/options.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, startServer, type TestServer } from '#test/harness/server.ts'

type Document = Record<string, Record<string, never>>
const SECRETS: Record<string, string> = {
  CHANNEL_MAIN_KEY: 'sk-main-0123456789',
  CHANNEL_MAIN_2_KEY: 'sk-other-0123456789',
  CHANNEL_POOL_KEYS: 'sk-pool-a-0123456789\nsk-pool-b-0123456789',
  SMTPTOKEN: 'mail-password',
  SMTP_TOKEN: 'mail-password',
  SINK_HOOK_URL: 'https://hooks.example.com/secret-path',
  OIDC_STAFF_SECRET: 'oidc-secret-of-staff',
}

/** A site with something in each section. */
async function fillSite(root: LoggedIn): Promise<void> {
  const call = async (answer: Promise<{ success: boolean; message: string }>) => {
    const { success, message } = await answer
    if (!success) throw new Error(message)
  }
  const set = (key: string, value: unknown) =>
    call(root.call(setOption, { body: { key, value: typeof value === 'string' ? value : JSON.stringify(value) } }))
  await set('GroupRatio', { default: 1, vip: 0.8, 'team a': 2 })
  await set('ModelRatio', { 'own-model': 3, '1e3': 2 })
  await set('GroupLimits', { vip: { rpm: 5, budgets: [{ window: 'day', quota: 100 }] } })
  await set('SystemName', 'no')
  await set('Notice', 'Line one\n\n  # two: "{NOT_A_SECRET}"\n')
  await set('EmailDomainWhitelist', 'a.example, b.example')
  await set('RetryTimes', '5')
  await set('SMTPToken', 'mail-password')
  const provider = { id: 'staff', name: 'Staff', issuer: 'https://id.example.com', client_id: 'gate' }
  await set('OIDCProviders', [{ ...provider, client_secret: SECRETS.OIDC_STAFF_SECRET }])
  const channel = { type: 1, group: 'default,vip', models: 'gpt-5,own-model' }
  const settings = JSON.stringify({ idle_timeout: 30 })
  const mapped = { priority: 7, model_mapping: '{"own-model": "gpt-5"}', settings, limits: { rpm: 9 } }
  await call(
    root.call(createChannel, { body: { ...channel, ...mapped, name: 'main', key: SECRETS.CHANNEL_MAIN_KEY ?? '' } }),
  )
  await call(
    root.call(createChannel, { body: { ...channel, name: 'main', key: SECRETS.CHANNEL_MAIN_2_KEY ?? '', status: 2 } }),
  )
  const keys = SECRETS.CHANNEL_POOL_KEYS ?? ''
  await call(root.call(createChannel, { body: { ...channel, name: 'pool', key: keys, mode: 'multi_to_single' } }))
  await call(
    root.call(createAlertSink, {
      body: { kind: 'webhook', name: 'hook', settings: { url: SECRETS.SINK_HOOK_URL ?? '' } },
    }),
  )
  const sinks = [1]
  await call(root.call(createAlertRule, { body: { kind: 'latency', name: 'slow', parameters: { seconds: 9 }, sinks } }))
}

/** Puts values in the place of references, as the command line does. */
function withSecrets(value: unknown, secrets: Record<string, string> = SECRETS): unknown {
  const name = (value as { $env?: string } | null)?.$env
  if (typeof name === 'string') return secrets[name] ?? value
  if (Array.isArray(value)) return value.map((one) => withSecrets(one, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSecrets(one, secrets)]))
}

const exported = async (root: LoggedIn) => (await root.call(exportConfiguration, {})).data?.document as Document

async function planned(root: LoggedIn, document: object, prune = false) {
  const { data, message } = await root.call(planConfiguration, { body: { document: { ...document }, prune } })
  if (!data) throw new Error(message)
  return data
}

async function apply(root: LoggedIn, document: object, prune = false) {
  const { version } = await planned(root, document, prune)
  const { data, message } = await root.call(applyConfiguration, { body: { document: { ...document }, prune, version } })
  if (!data) throw new Error(message)
  return data
}

const pathsOf = (changes: readonly { path: string[] }[]) => changes.map(({ path }) => path.join('.')).sort()

forEachDatabase((_engine, fresh) => {
  describe('the configuration of a site', () => {
    let server: TestServer
    let root: LoggedIn
    let first: Document

    beforeAll(async () => {
      server = await startServer(await fresh.started())
      fresh.atEnd(() => server.close())
      root = await server.root()
      await fillSite(root)
      first = await exported(root)
    }, 60_000)

    test('holds no secret, and changes nothing where it came from', async () => {
      const text = JSON.stringify(first)
      for (const secret of Object.values(SECRETS).flatMap((one) => one.split('\n'))) expect(text).not.toContain(secret)
      expect(first.channels).toMatchObject({
        main: { key: { $env: 'CHANNEL_MAIN_KEY' }, priority: 7, model_mapping: { 'own-model': 'gpt-5' } },
        'main#2': { name: 'main', enabled: false },
        pool: { keys: { $env: 'CHANNEL_POOL_KEYS' } },
      })
      const plan = await planned(root, first, true)
      expect(plan.problems).toEqual([])
      expect(plan.changes).toEqual([])
      expect(plan.kept.map(({ name }) => name)).toContain('CHANNEL_MAIN_KEY')
      expect((await planned(root, withSecrets(first) as Document, true)).changes).toEqual([])
    })

    test('makes the same site of an empty server', async () => {
      const other = await startServer(await fresh.started())
      try {
        const there = await other.root()
        const unset = await planned(there, first, true)
        expect(unset.problems.map(({ message }) => message)).toContain('缺少 CHANNEL_MAIN_KEY 的值')
        const applied = await apply(there, withSecrets(first) as Document, true)
        expect(applied).toMatchObject({ applied: true, problems: [], moved: false })
        expect(await exported(there)).toEqual(first)
        expect((await planned(there, withSecrets(first) as Document, true)).changes).toEqual([])
        const [source] = (await root.call(listChannels, { query: { id_sort: 'true' } })).data ?? []
        const [copy] = (await there.call(listChannels, { query: { id_sort: 'true' } })).data ?? []
        expect(copy).toMatchObject({ name: 'pool', models: source?.models, key_counts: { total: 2 } })
        expect(other.services.channels.byId(copy?.id ?? 0)?.name).toBe('pool')
        const audits = await auditsOf(other, 'configuration', 'site')
        expect(audits).toHaveLength(1)
        const all = await other.services.store.db.selectFrom('audits').select('action').execute()
        expect(all.filter(({ action }) => /^(channel|option|alert)/.test(action))).toEqual([])
        for (const secret of Object.values(SECRETS)) expect(JSON.stringify(audits)).not.toContain(secret)
      } finally {
        await other.close()
      }
    }, 60_000)

    test('is changed field by field, and loses nothing unless it is pruned', async () => {
      const document = {
        prices: { ModelRatio: { 'own-model': 4 } },
        channels: { main: { priority: 8, models: ['gpt-5', 'own-model'] } },
      }
      const plan = await planned(root, document)
      expect(plan.changes).toEqual([
        { path: ['prices', 'ModelRatio', 'own-model'], kind: 'change', before: 3, after: 4 },
        { path: ['channels', 'main', 'priority'], kind: 'change', before: 7, after: 8 },
      ])
      expect(pathsOf((await planned(root, document, true)).changes)).toEqual(
        [
          ...['channels.main#2', 'channels.main.groups', 'channels.main.limits', 'channels.main.model_mapping'],
          ...['channels.main.priority', 'channels.main.settings', 'channels.pool'],
          ...['prices.ModelRatio.1e3', 'prices.ModelRatio.own-model'],
        ].filter((path) => path !== 'channels.main.groups'),
      )
      expect(await exported(root)).toEqual(first)
      const { applied } = await apply(root, document)
      expect(applied).toBe(true)
      expect(await exported(root)).toMatchObject({ channels: { main: { priority: 8 } } })
      expect((await apply(root, first)).applied).toBe(true)
      expect(await exported(root)).toEqual(first)
    })

    test('is not applied when somebody has changed it since the plan', async () => {
      const document = { channels: { main: { priority: 20 } } }
      const { version } = await planned(root, document)
      const [main] = ((await root.call(listChannels, { query: {} })).data ?? []).filter(({ name }) => name === 'main')
      const id = main?.id ?? 0
      await root.call(updateChannel, { body: { id, priority: 11 } })
      const { data } = await root.call(applyConfiguration, { body: { document, version } })
      expect(data).toMatchObject({ applied: false, moved: true, changes: [{ before: 11, after: 20 }] })
      expect((await root.call(getChannel, { params: { id } })).data?.priority).toBe(11)
      const again = await root.call(applyConfiguration, { body: { document, version: data?.version ?? '' } })
      expect(again.data).toMatchObject({ applied: true })
      await root.call(updateChannel, { body: { id, priority: 7 } })
    })

    test('limits no group that does not exist, unless the document makes it', async () => {
      const limits = { GroupLimits: { nobody: { rpm: 5 } } }
      const section = Object.entries(await exported(root)).find(([, options]) => 'GroupLimits' in options)?.[0] ?? ''
      const { problems } = await planned(root, { [section]: limits })
      expect(problems).toMatchObject([{ path: [section, 'GroupLimits'] }])
      const groups = { groups: { GroupRatio: { nobody: 1 } } }
      expect((await planned(root, { ...groups, [section]: limits })).problems).toEqual([])
    })

    test('names each place that is wrong, and stores nothing', async () => {
      const document = {
        nonsense: {},
        prices: { SystemName: 'x', Unheard: 1, ModelRatio: { a: -1 } },
        options: { RetryTimes: 'many', SystemName: { $env: 'NAME' } },
      }
      expect((await planned(root, document)).problems.map(({ path }) => path.join('.'))).toEqual(['options.SystemName'])
      const shape = { channels: { a: { modles: [], type: 'x' } }, more: 1 }
      expect((await planned(root, shape)).problems.map(({ path }) => path.join('.')).sort()).toEqual([
        ...['channels.a.modles', 'channels.a.type', 'more'],
      ])
      const values = {
        prices: { SystemName: 'x', Unheard: 1, ModelRatio: { a: -1 } },
        options: { RetryTimes: 'many' },
        channels: {
          main: { groups: ['nobody'], priority: 10_000_000 },
          new: { type: 1, models: [], key: 'sk-1' },
          keyless: { type: 1, models: ['a'] },
          'main#3': { name: 'else', type: 1, models: ['a'], key: 'sk-2' },
        },
        sinks: { hook: { kind: 'mail' }, bad: { kind: 'ntfy', settings: {} } },
        alert_rules: { slow: { kind: 'latency', sinks: ['nobody'], parameters: { seconds: 1000 } } },
      }
      const { problems } = await planned(root, values)
      expect(problems.map(({ path }) => path.join('.')).sort()).toEqual([
        ...['alert_rules.slow', 'alert_rules.slow.sinks.0', 'channels.keyless.key', 'channels.main#3'],
        ...['channels.main.priority', 'channels.new.models', 'options.RetryTimes', 'prices.ModelRatio'],
        ...['prices.SystemName', 'prices.Unheard', 'sinks.bad', 'sinks.hook.kind'],
      ])
      expect(await apply(root, values)).toMatchObject({ applied: false, moved: false })
      expect(await exported(root)).toEqual(first)
    })

    test('changes a key, or the state of a channel that the server switched off, only where it says so', async () => {
      const key = { channels: { main: { key: 'sk-new-0123456789' } } }
      expect((await planned(root, key)).changes).toEqual([
        { path: ['channels', 'main', 'key'], kind: 'change', secret: true },
      ])
      await server.services.store.db.updateTable('channels').set({ status: 3 }).where('name', '=', 'pool').execute()
      expect((await planned(root, { channels: { pool: { enabled: true } } })).changes).toEqual([])
      await server.services.store.db.updateTable('channels').set({ status: 1 }).where('name', '=', 'pool').execute()
    })
  })
})
