import { describe, expect, test } from 'bun:test'
import { accessToken } from '#contract/api/account.ts'
import { applyConfiguration, exportConfiguration, planConfiguration } from '#contract/api/configuration.ts'
import { prove } from '#contract/api/second-factor.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { LoggedIn } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'

const channel = (priority: number) => ({
  channels: { racer: { type: 1, key: 'sk-racer-0123456789', models: ['gpt-5'], priority } },
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })

  async function apply(root: Pick<LoggedIn, 'call'>, document: Record<string, unknown>, version?: string) {
    const planned = version ?? (await root.call(planConfiguration, { body: { document } })).data?.version ?? ''
    return root.call(applyConfiguration, { body: { document, version: planned } })
  }

  describe('whoever applies a document', () => {
    test('proves who they are first, where a settings page would ask for it; a token of root needs no proof', async () => {
      const root = await server.root()
      const token = (await root.call(accessToken, {})).data ?? ''
      await server.services.store.db.updateTable('sessions').set({ proven_at: 1 }).where('user_id', '=', 1).execute()
      const sensitive = { options: { RegisterEnabled: false } }
      expect(await apply(root, sensitive)).toMatchObject({ success: false, code: 'proof_needed' })
      expect(server.services.options.values.RegisterEnabled).toBe(true)
      expect(await auditsOf(server, 'configuration', 'site')).toEqual([])
      expect((await apply(root, { prices: { ModelRatio: { 'own-model': 2 } } })).data?.applied).toBe(true)
      expect((await root.call(prove, { body: { password: '123456' } })).success).toBe(true)
      expect((await apply(root, sensitive)).data?.applied).toBe(true)
      expect(server.services.options.values.RegisterEnabled).toBe(false)

      await server.services.store.db.updateTable('sessions').set({ proven_at: 1 }).where('user_id', '=', 1).execute()
      const post = (path: string, body: unknown) =>
        server.request(path, {
          ...{ method: 'POST', body: JSON.stringify(body) },
          headers: { authorization: `Bearer ${token}` },
        })
      const document = { options: { RegisterEnabled: true } }
      const plan = (await (await post('/api/configuration/plan', { document })).json()) as { data: { version: string } }
      await post('/api/configuration/apply', { document, version: plan.data.version })
      expect(server.services.options.values.RegisterEnabled).toBe(true)
    })

    test('needs a token that may do everything', async () => {
      const root = await server.root()
      for (const scope of ['usage', 'tokens', 'users'] as const) {
        const token = (await root.call(accessToken, { query: { scope } })).data ?? ''
        const answer = await server.request(exportConfiguration.path, { headers: { authorization: `Bearer ${token}` } })
        expect(await answer.json()).toMatchObject({ success: false })
      }
    })

    test('is one of several at a time: of two with one plan, one applies it, and the other is told', async () => {
      const root = await server.root()
      const { version = '' } = (await root.call(planConfiguration, { body: { document: channel(1) } })).data ?? {}
      const both = await Promise.all([apply(root, channel(1), version), apply(root, channel(1), version)])
      expect(both.map(({ data }) => data?.applied).sort()).toEqual([false, true])
      const rows = await server.services.store.db
        .selectFrom('channels')
        .select('id')
        .where('name', '=', 'racer')
        .execute()
      expect(rows).toHaveLength(1)
    })

    test('changes nothing when one part of many is refused', async () => {
      const root = await server.root()
      const before = (await root.call(exportConfiguration, {})).data
      const document = {
        ...channel(9),
        options: { SystemName: 'New name' },
        alert_rules: { x: { kind: 'latency', sinks: ['none'] } },
      }
      const { data } = await apply(root, document)
      expect(data).toMatchObject({ applied: false, problems: [{ path: ['alert_rules', 'x', 'sinks', 0] }] })
      expect((await root.call(exportConfiguration, {})).data).toEqual(before)
      expect(server.services.options.values.SystemName).not.toBe('New name')
    })
  })
})
