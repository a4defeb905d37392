import { afterAll, beforeEach, expect, test } from 'bun:test'
import { fetchChannelModels, fetchFormModels, testChannel } from '#contract/api/channel-checks.ts'
import { copyChannel, createChannel, getChannel, updateChannel } from '#contract/api/channels.ts'
import { applyConfiguration, exportConfiguration, planConfiguration } from '#contract/api/configuration.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { selfSigned } from '#test/harness/certificate.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { CREDENTIALS, httpProxy, socksProxy } from '#test/harness/proxies.ts'
import { realtimeSite } from '#test/harness/realtime-site.ts'

interface Exported {
  channels: Record<string, { settings: Record<string, unknown> }>
}

const SHOWN = CREDENTIALS.replace(/:.*/, ':***')
const proxies = { http: httpProxy(), socks5: socksProxy() }
afterAll(() => {
  for (const proxy of Object.values(proxies)) proxy.stop()
})
beforeEach(() => {
  for (const proxy of Object.values(proxies)) proxy.seen.length = 0
})

forEachDatabase((_engine, fresh) => {
  const site = realtimeSite(fresh)
  const settingsOf = async (id: number) =>
    JSON.parse((await site.relay.root.call(getChannel, { params: { id } })).data?.settings || '{}')
  const proxied = (kind: keyof typeof proxies, fields: Record<string, unknown> = {}) =>
    site.channel({ settings: JSON.stringify({ proxy: proxies[kind].url() }), ...fields })

  test.each(['http', 'socks5'] as const)(
    'a channel by a proxy of %s: all its ways, and no password anywhere',
    async (kind) => {
      const { id } = await proxied(kind)
      const { relay } = site
      const caller = await site.session()
      await caller.event('session.created')
      caller.close()
      await caller.closed
      expect(proxies[kind].seen.length).toBe(1)
      // A name that only the proxy knows: whatever goes past it reaches nobody.
      const base_url = relay.upstream.url.replace('127.0.0.1', 'upstream.test')
      expect((await relay.root.call(updateChannel, { body: { id, base_url } })).success).toBe(true)
      expect(await relay.root.call(testChannel, { params: { id } })).toMatchObject({ success: true })
      const form = { id, type: 1, base_url }
      const listed = await relay.root.call(fetchChannelModels, { params: { id } })
      expect(listed.data?.length).toBeGreaterThan(0)
      expect((await relay.root.call(fetchFormModels, { body: form })).data).toEqual(listed.data as string[])
      const { status } = await relay.chat(site.token, {
        model: site.model,
        messages: [{ role: 'user', content: 'hi' }],
      } as never)
      expect(status).toBe(200)
      expect(await settingsOf(id)).toEqual({ proxy: proxies[kind].url(SHOWN) })
      const stored = await relay.server.services.store.db
        .selectFrom('channels')
        .selectAll()
        .where('id', '=', id)
        .execute()
      const audits = await auditsOf(relay.server, 'channel', id)
      const copy = await relay.root.call(copyChannel, { params: { id } })
      const document = await relay.root.call(exportConfiguration, {})
      expect(JSON.stringify([stored, audits, copy, document])).not.toContain('p%40ss')
      expect(relay.server.services.channels.byId(copy.data?.id ?? 0)?.way?.proxy?.password).toBe('p@ss')
    },
  )

  test('stars keep the password for the same proxy, and another proxy needs its own', async () => {
    const { id } = await proxied('http')
    const { root, server } = site.relay
    const write = (settings: unknown) => root.call(updateChannel, { body: { id, settings: JSON.stringify(settings) } })
    expect((await write({ proxy: proxies.http.url(SHOWN), idle_timeout: 9 })).success).toBe(true)
    expect(server.services.channels.byId(id)?.way?.proxy?.password).toBe('p@ss')
    expect((await write({ proxy: proxies.socks5.url(SHOWN) })).fields).toHaveProperty('proxy')
    expect((await write({ proxy: 'socks4://host:1' })).fields).toHaveProperty('proxy')
    expect((await write({})).success).toBe(true)
    expect(server.services.channels.byId(id)?.way).toBeUndefined()
    const stored = await server.services.store.db
      .selectFrom('channels')
      .select('secrets')
      .where('id', '=', id)
      .execute()
    expect(stored).toEqual([{ secrets: '' }])
  })

  test('a stored key goes by no other proxy, and to nobody else’s certificate, without a fresh proof', async () => {
    const { id } = await proxied('http')
    const { root, server } = site.relay
    await server.services.store.db.updateTable('sessions').set({ proven_at: 1 }).where('user_id', '=', 1).execute()
    const { cert } = selfSigned('localhost')
    const needed = { success: false, code: 'proof_needed' }
    for (const settings of [{ proxy: 'http://mine:1' }, {}, { proxy: proxies.http.url(SHOWN), ca: cert }]) {
      const body = { id, settings: JSON.stringify(settings) }
      expect(await root.call(updateChannel, { body })).toMatchObject(needed)
      const channel = { name: 'copy', models: 'm', base_url: site.upstream.url, ...body }
      expect(await root.call(createChannel, { body: { channel, copy_of: id } as never })).toMatchObject(needed)
      const form = { ...body, type: 1, base_url: site.upstream.url }
      expect((await root.call(fetchFormModels, { body: form })).fields).toHaveProperty('key')
    }
    const same = { proxy: proxies.http.url(SHOWN), idle_timeout: 9 }
    expect((await root.call(updateChannel, { body: { id, settings: JSON.stringify(same) } })).success).toBe(true)
    await server.services.store.db.updateTable('sessions').set({ proven_at: 9e9 }).where('user_id', '=', 1).execute()
  })

  test('certificates are checked, and the key of one is never shown', async () => {
    const [own, other] = [selfSigned('client'), selfSigned('other')]
    const { id } = await site.channel()
    const { root, server } = site.relay
    const write = (settings: unknown) => root.call(updateChannel, { body: { id, settings: JSON.stringify(settings) } })
    const refused = async (settings: unknown, field: string) =>
      expect((await write(settings)).fields).toHaveProperty(field)
    await refused({ ca: 'x' }, 'ca')
    await refused({ ca: `${own.cert}x` }, 'ca')
    await refused({ client_certificate: own.cert }, 'client_key')
    await refused({ client_certificate: own.cert, client_key: other.key }, 'client_key')
    await refused({ client_certificate: own.cert, client_key: '***' }, 'client_key')
    await refused({ client_key: own.key }, 'client_certificate')
    expect((await write({ client_certificate: own.cert, client_key: own.key })).success).toBe(true)
    expect(await settingsOf(id)).toEqual({ client_certificate: own.cert, client_key: '***' })
    expect((await write({ client_certificate: own.cert, client_key: '***', idle_timeout: 9 })).success).toBe(true)
    expect(server.services.channels.byId(id)?.way?.tls).toEqual({ cert: own.cert, key: own.key })
  })

  test('a configuration names variables in the place of secrets, and leaves stored ones as they are', async () => {
    const { id } = await proxied('socks5')
    const { root, server } = site.relay
    const { document } = ((await root.call(exportConfiguration, {})).data ?? {}) as { document: Exported }
    const [name = ''] = Object.keys(document.channels)
      .filter((key) => JSON.stringify(document.channels[key]).includes('PROXY'))
      .slice(-1)
    const entry = document.channels[name] ?? { settings: {} }
    expect(entry.settings.proxy).toEqual({ $env: expect.stringMatching(/^CHANNEL_.*_PROXY$/) })
    const plan = (settings: Record<string, unknown>) =>
      root.call(planConfiguration, { body: { document: { channels: { [name]: { settings } } }, prune: false } })
    expect((await plan(entry.settings)).data).toMatchObject({ problems: [], changes: [] })
    const other = { proxy: proxies.socks5.url('operator:other') }
    const planned = (await plan(other)).data
    expect(planned?.changes.map(({ path, secret }) => [path.slice(-2).join('.'), secret])).toEqual([
      ['settings.secrets', true],
    ])
    expect(JSON.stringify(planned)).not.toContain('other')
    const changed = { channels: { [name]: { settings: other } } }
    await root.call(applyConfiguration, { body: { document: changed, prune: false, version: planned?.version ?? '' } })
    expect(server.services.channels.byId(id)?.way?.proxy?.password).toBe('other')
  })
})
