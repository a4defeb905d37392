import { describe, expect, test } from 'bun:test'
import { patchChannels } from '#contract/api/channel-batch.ts'
import { fetchFormModels } from '#contract/api/channel-checks.ts'
import { createChannel, updateChannel } from '#contract/api/channels.ts'
import { applyConfiguration, planConfiguration } from '#contract/api/configuration.ts'
import { oauthAuthorize, oauthState, providerLogin, telegramBind, wechatBind } from '#contract/api/identity.ts'
import { savePriceSync } from '#contract/api/price-sync.ts'
import { prove } from '#contract/api/second-factor.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const needed = { success: false, code: 'proof_needed' }

  async function oldRoot() {
    const root = await server.root()
    await server.services.store.db.updateTable('sessions').set({ proven_at: 1 }).where('user_id', '=', 1).execute()
    return root
  }
  const elsewhere = 'https://elsewhere.example'

  describe('with an old proof', () => {
    test('no stored key of a channel is sent to another address', async () => {
      const { id, name } = await addChannel(await server.root(), { key: 'sk-stored', models: 'm' })
      const root = await oldRoot()
      const document = { channels: { [name]: { base_url: elsewhere } } }
      const plan = await root.call(planConfiguration, { body: { document, prune: false } })
      expect(plan.data?.problems).toEqual([])
      const version = plan.data?.version ?? ''
      const copy = { name: 'copy', models: 'm', base_url: elsewhere }
      const attempts = [
        () => root.call(updateChannel, { body: { id, base_url: elsewhere } }),
        () => root.call(updateChannel, { body: { id, type: 14 } }),
        () => root.call(createChannel, { body: { channel: copy, copy_of: id } as never }),
        () => root.call(applyConfiguration, { body: { document, prune: false, version } }),
      ]
      for (const attempt of attempts) expect(await attempt()).toMatchObject(needed)
      expect(server.services.channels.byId(id)).toMatchObject({ baseUrl: '', key: 'sk-stored' })
      const form = { id, type: 1, base_url: elsewhere }
      expect((await root.call(fetchFormModels, { body: form })).fields).toHaveProperty('key')
      expect((await root.call(prove, { body: { password: '123456' } })).success).toBe(true)
      for (const attempt of attempts.slice(0, 1)) expect((await attempt()).success).toBe(true)
      expect(server.services.channels.byId(id)).toMatchObject({ baseUrl: elsewhere })
    })

    test('a channel takes another address with the key again, and what leads nowhere else', async () => {
      const { id } = await addChannel(await server.root(), { key: 'sk-stored', models: 'm' })
      const root = await oldRoot()
      for (const body of [
        { id, base_url: elsewhere, key: 'sk-given' },
        { id, base_url: elsewhere, priority: 3 },
      ])
        expect((await root.call(updateChannel, { body })).success).toBe(true)
      const patch = { ids: [id], patch: { priority: 4 } }
      expect((await root.call(patchChannels, { body: patch as never })).success).toBe(true)
    })

    test('no login is bound', async () => {
      const root = await oldRoot()
      const telegram = { id: '1', auth_date: '1', hash: 'a'.repeat(64) }
      for (const attempt of [
        () => root.call(wechatBind, { query: { code: '1' } }),
        () => root.call(oauthState, {}),
        () => root.call(oauthAuthorize, { query: { provider: 'github' } }),
        () => root.call(providerLogin, { params: { provider: 'github' }, query: { code: '1', state: '1' } }),
        () => root.call(telegramBind, { query: telegram }),
      ])
        expect(await attempt()).toMatchObject(needed)
    })
  })

  test('the audit log holds no password of an address', async () => {
    const root = await server.root()
    const sources = ['https://list:geheim@prices.example/a.json']
    const body = { sources, schedule: 'off', max_change: 50, max_loss: 50 }
    await root.call(savePriceSync, { body: body as never })
    const { id } = await addChannel(root, { base_url: 'https://me:geheim@upstream.example', key: 'sk-1', models: 'm' })
    const rows = [
      ...(await auditsOf(server, 'option', 'PriceSyncSources' as never)),
      ...(await auditsOf(server, 'channel', id)),
    ]
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toContain('geheim')
    expect(JSON.stringify(rows)).toContain('prices.example')
  })
})
