import { afterAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { accessToken } from '#contract/api/account.ts'
import { searchChannels } from '#contract/api/channels.ts'
import { createRedemptions, redeem } from '#contract/api/redemption.ts'
import { secondStep } from '#contract/api/second-factor.ts'
import { login, self } from '#contract/api/session.ts'
import { addAuthenticator } from '#test/harness/authenticator.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { migratedPlace } from '#test/harness/migrated-place.ts'
import { httpProxy } from '#test/harness/proxies.ts'
import { type RelayHarness, startRelay } from '#test/harness/relay.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { rotateKey } from './rotate.ts'

const QUOTA = 500_000
/** Calls pass it only with the stored password. */
const proxy = httpProxy()
afterAll(() => proxy.stop())

forEachDatabase((engine, fresh) => {
  /** Creates one of each kind of value that is encrypted or found by a keyed hash. */
  async function furnish(relay: RelayHarness) {
    const model = relay.model()
    const { key } = await relay.channel({ models: model, settings: JSON.stringify({ proxy: proxy.url() }) })
    const token = await relay.token()
    await relay.option('SMTPToken', 'mail password')
    const body = { name: 'code', quota: QUOTA, count: 1 }
    const codes = (await relay.root.call(createRedemptions, { body })).data ?? []
    const bearer = (await relay.root.call(accessToken, {})).data ?? ''
    const { username } = await relay.server.addUser({})
    const app = await addAuthenticator(relay.server, await relay.server.login(username, PASSWORD))
    return { model, key, token, code: codes[0] ?? '', bearer, username, app }
  }
  type Furniture = Awaited<ReturnType<typeof furnish>>

  async function expectAllThere(relay: RelayHarness, furniture: Furniture) {
    const { model, key, token, code, bearer } = furniture
    // The former server's upstream has stopped with it.
    const { store, channels } = relay.server.services
    await store.db.updateTable('channels').set({ base_url: relay.upstream.url }).execute()
    await channels.reload()
    const response = await relay.chat(token, { model, messages: [{ role: 'user', content: 'hi' }] })
    expect(response.status).toBe(200)
    expect(relay.tried(model)).toEqual([key])
    expect(proxy.seen.length).toBeGreaterThan(0)
    expect(relay.server.services.options.values.SMTPToken).toBe('mail password')
    expect((await relay.root.call(searchChannels, { query: { keyword: key } })).data).toHaveLength(1)
    expect((await relay.root.call(redeem, { body: { key: code } })).data).toBe(QUOTA)
    await expectSecondStep(relay, furniture)
    const refused = await relay.server.request(self.path, { headers: { Authorization: bearer } })
    expect(await refused.json()).toMatchObject({ success: false })
    const renewed = (await relay.root.call(accessToken, {})).data ?? ''
    const headers = { Authorization: renewed, 'New-Api-User': '1' }
    expect(await (await relay.server.request(self.path, { headers })).json()).toMatchObject({ success: true })
  }

  async function expectSecondStep({ server }: RelayHarness, { username, app }: Furniture) {
    const first = await server.call(login, { body: { username, password: PASSWORD } })
    expect(first.code).toBe('second_factor_needed')
    const Cookie = first.headers.getSetCookie()[0]!.split(';')[0]!
    expect((await server.call(secondStep, { body: { code: app.at(0) } }, { Cookie })).success).toBe(true)
  }

  async function furnished(place: Place, secretKey: string | undefined): Promise<Furniture> {
    const relay = await startRelay(place, { secretKey })
    try {
      return await furnish(relay)
    } finally {
      await relay.close()
    }
  }

  for (const [name, former, next] of [
    ['a passphrase to another', 'former', 'next'],
    ['a passphrase to a key file', 'former', undefined],
    ['a key file to a passphrase', undefined, 'next'],
    ['a key file to another', undefined, undefined],
  ] as const) {
    test(`from ${name}: every secret is there, and the former key opens nothing`, async () => {
      const place = await migratedPlace(engine, fresh)
      const furniture = await furnished(place, former)
      const done = await rotateKey({ ...place, secretKey: next }, former)
      expect(done).toMatchObject({
        channels: 1,
        tokens: 1,
        redemptions: 1,
        options: 1,
        authenticators: 1,
        accessTokens: 1,
      })
      expect(done.formerFile === undefined).toBe(former !== undefined)
      const file = join(place.dataDir, 'secret.key')
      expect(existsSync(file)).toBe(next === undefined)
      if (!next) expect(statSync(file).mode & 0o777).toBe(0o600)
      await expect(startRelay(place, { secretKey: former ?? 'another' })).rejects.toThrow('encrypted with another key')
      const relay = await startRelay(place, { secretKey: next })
      await expectAllThere(relay, furniture)
      await relay.close()
    })
  }

  test('a run that died before it had put the new key file in its place is finished by the next', async () => {
    const place = await migratedPlace(engine, fresh)
    const furniture = await furnished(place, undefined)
    const { formerFile } = await rotateKey({ ...place, secretKey: undefined }, undefined)
    renameSync(join(place.dataDir, 'secret.key'), join(place.dataDir, 'secret.key.next'))
    renameSync(formerFile ?? '', join(place.dataDir, 'secret.key'))
    expect(await rotateKey({ ...place, secretKey: undefined }, undefined)).toMatchObject({ tokens: 0, accessTokens: 0 })
    const relay = await startRelay(place)
    await expectAllThere(relay, furniture)
    await relay.close()
  })

  test('a wrong former key, none, the same one, or a node that runs: a clear word, and nothing is changed', async () => {
    const place = await migratedPlace(engine, fresh)
    const furniture = await furnished(place, 'former')
    const next = { ...place, secretKey: 'next' }
    await expect(rotateKey(next, 'wrong')).rejects.toThrow('encrypted with another key')
    await expect(rotateKey(next, undefined)).rejects.toThrow('set FORMER_SECRET_KEY')
    await expect(rotateKey(next, 'next')).rejects.toThrow('set another one')
    const running = await startRelay(place, { secretKey: 'former' })
    await expect(rotateKey(next, 'former')).rejects.toThrow('another server uses the data')
    if (engine === 'postgres') {
      const other = { ...next, dataDir: (await fresh.place()).dataDir }
      await expect(rotateKey(other, 'former')).rejects.toThrow('stop them first')
    }
    await running.close()
    expect(readdirSync(place.dataDir).filter((name) => name.startsWith('secret.key'))).toEqual([])
    const relay = await startRelay(place, { secretKey: 'former' })
    const headers = { Authorization: furniture.bearer, 'New-Api-User': '1' }
    expect(await (await relay.server.request(self.path, { headers })).json()).toMatchObject({ success: true })
    await relay.close()
  })
})

test('a folder without a database is told, and no database is made there', async () => {
  const place = { dataDir: '/nonexistent-switchyard', databaseUrl: undefined, secretKey: 'next' }
  await expect(rotateKey(place, 'former')).rejects.toThrow('there is no database in')
})
