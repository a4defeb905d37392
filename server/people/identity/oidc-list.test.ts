import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/identity.ts'
import { listOptions, testDiscovery } from '#contract/api/options.ts'
import { getStatus } from '#contract/api/site.ts'
import { errors } from '#contract/errors.ts'
import type { OidcProviderInput } from '#contract/login/oidc-providers.ts'
import { CLIENT } from '#test/fake-providers/desk.ts'
import { type FakeProviders, startFakeProviders } from '#test/fake-providers/server.ts'
import { openBrowser } from '#test/harness/browser.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { callbackOf } from '#test/harness/provider-login.ts'
import { serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  let fake: FakeProviders
  let other: FakeProviders
  const person = { id: 'subject-1', name: 'Alice' }

  const provider = (id: string, issuer: string, changes: Partial<OidcProviderInput> = {}): OidcProviderInput => ({
    id,
    name: `Login ${id}`,
    issuer,
    client_id: CLIENT.id,
    scopes: 'openid profile email',
    enabled: true,
    ...changes,
  })
  const both = (changes: Partial<OidcProviderInput> = {}) => [
    provider('staff', fake.oidcIssuer, changes),
    provider('guests', other.oidcIssuer, changes),
  ]
  const save = (list: unknown) => setOptions(server, { OIDCProviders: list })
  const secretsOf = () => JSON.parse(server.services.options.values.OIDCProviderSecrets || '{}')

  beforeAll(async () => {
    fake = await startFakeProviders()
    other = await startFakeProviders()
    await setOptions(server, { ServerAddress: 'https://gateway.example', RegisterEnabled: true })
    await save(both({ client_secret: CLIENT.secret }))
  })
  afterAll(async () => {
    await fake.stop()
    await other.stop()
  })

  const authorize = (id: string, browser = openBrowser(server)) =>
    browser.call(api.oauthAuthorize, { query: { provider: `oidc-${id}` } })
  async function visit(id: string, at: FakeProviders, who = person, browser = openBrowser(server)) {
    const { data, message } = await authorize(id, browser)
    if (!data) throw new Error(message)
    return browser.call(callbackOf(`oidc-${id}`), { query: at.desk.consent(data.url, who) })
  }

  test('each is announced to the login page by name, and begins with its own client and scopes', async () => {
    const { data } = await server.call(getStatus, {})
    expect(data?.oidc_providers).toEqual([
      { name: 'oidc-staff', label: 'Login staff' },
      { name: 'oidc-guests', label: 'Login guests' },
    ])
    const url = new URL((await authorize('guests')).data!.url)
    expect(url.href.startsWith(`${other.oidcIssuer}/authorize`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: 'https://gateway.example/oauth/oidc-guests',
      scope: 'openid profile email',
    })
  })

  test('the same subject at both is two users, and each finds its own again', async () => {
    const staff = (await visit('staff', fake)).data!
    const guest = (await visit('guests', other)).data!
    expect(staff.id).not.toBe(guest.id)
    expect(staff).toMatchObject({ display_name: 'Alice', username: expect.stringMatching(/^oidc_/) })
    expect((await visit('staff', fake)).data?.id).toBe(staff.id)
    expect((await visit('guests', other)).data?.id).toBe(guest.id)
    const rows = await server.services.store.db
      .selectFrom('user_identities')
      .select(['provider', 'subject'])
      .where('user_id', 'in', [staff.id, guest.id])
      .orderBy('user_id')
      .execute()
    expect(rows).toEqual([
      { provider: 'oidc-staff', subject: `${fake.oidcIssuer} subject-1` },
      { provider: 'oidc-guests', subject: `${other.oidcIssuer} subject-1` },
    ])
  })

  test('a code of one provider is of no use at the other', async () => {
    const browser = openBrowser(server)
    const query = fake.desk.consent((await authorize('staff', browser)).data!.url, person)
    const answer = await browser.call(callbackOf('oidc-guests'), { query })
    expect(answer).toMatchObject({ success: false, message: errors.oauth_state_invalid.zh })
  })

  test('own accounts at listed providers can be seen, those of others by administrators alone', async () => {
    const { username } = await server.addUser({})
    const session = await server.login(username, 'password')
    expect((await session.call(api.listIdentities, { query: {} })).data).toEqual([])
    const stranger = await server.addUser({})
    const foreign = await session.call(api.listIdentities, { query: { user_id: stranger.id } })
    expect(foreign.message).toBe(errors.role_too_low.zh)
    const { data } = await visit('staff', fake, { id: 'subject-2', name: 'Bob' })
    const root = await server.root()
    const seen = await root.call(api.listIdentities, { query: { user_id: data!.id } })
    expect(seen.data).toEqual([{ provider: 'oidc-staff', account: 'subject-2' }])
  })

  test.each([
    ['turned off', () => both().map((entry) => ({ ...entry, enabled: false }))],
    ['removed', () => []],
    ['without a secret', () => [provider('staff', 'https://elsewhere.example')]],
  ])('a provider that is %s lets nobody in', async (_name, list) => {
    await save(list())
    expect((await authorize('staff')).message).toBe(errors.provider_disabled.zh.replace('{name}', 'oidc-staff'))
    expect((await server.call(getStatus, {})).data?.oidc_providers).toEqual([])
    await save(both({ client_secret: CLIENT.secret }))
  })

  describe('secrets', () => {
    test('are kept when they are not sent, and leave with their provider', async () => {
      await save(both({ name: 'Renamed' }))
      expect(secretsOf()).toEqual({ staff: CLIENT.secret, guests: CLIENT.secret })
      expect((await visit('guests', other)).success).toBe(true)
      await save(both().slice(0, 1))
      expect(secretsOf()).toEqual({ staff: CLIENT.secret })
      await save(both())
      expect(secretsOf()).toEqual({ staff: CLIENT.secret })
      await save(both({ client_secret: CLIENT.secret }))
    })

    test('are not sent to another issuer than they were given for', async () => {
      await save([provider('staff', 'https://elsewhere.example'), ...both().slice(1)])
      expect(secretsOf()).toEqual({ guests: CLIENT.secret })
      await save(both({ client_secret: CLIENT.secret }))
    })

    test('are in no reply, no audit row and no clear text of the database', async () => {
      const root = await server.root()
      const options = await root.call(listOptions, {})
      expect(JSON.stringify(options)).not.toContain(CLIENT.secret)
      expect(options.data?.find(({ key }) => key === 'OIDCProviders')?.value).toContain('Login guests')
      expect(options.data?.some(({ key }) => key === 'OIDCProviderSecrets')).toBe(false)
      const { db } = server.services.store
      for (const table of ['options', 'audits'] as const) {
        expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(CLIENT.secret)
      }
    })
  })

  test.each<[string, () => unknown, string]>([
    ['an id that is no word', () => [provider('Staff!', fake.oidcIssuer)], 'id'],
    ['an id twice', () => [provider('a', fake.oidcIssuer), provider('a', fake.oidcIssuer)], 'id'],
    ['no name', () => [provider('a', fake.oidcIssuer, { name: ' ' })], 'name'],
    ['an issuer that is no address', () => [provider('a', 'javascript:alert(1)')], 'issuer'],
    ['no client', () => [provider('a', fake.oidcIssuer, { client_id: '' })], 'client_id'],
    ['scopes without openid', () => [provider('a', fake.oidcIssuer, { scopes: 'profile' })], 'scopes'],
  ])('a list with %s is refused', async (_name, list, field) => {
    const before = server.services.options.text('OIDCProviders')
    await expect(save(list())).rejects.toThrow(field)
    expect(server.services.options.text('OIDCProviders')).toBe(before)
  })

  test('the test of an issuer says where logins begin, or what is wrong', async () => {
    const root = await server.root()
    const result = async (issuer: string) => (await root.call(testDiscovery, { body: { issuer } })).data
    expect(await result(`${fake.oidcIssuer}/`)).toEqual({
      usable: true,
      detail: `${fake.oidcIssuer}/authorize?tenant=a`,
    })
    expect(await result(`${fake.url}/nothing`)).toEqual({ usable: false, detail: 'HTTP 404' })
    expect(await result('http://127.0.0.1:1')).toMatchObject({ usable: false })
    expect(await result('nonsense')).toEqual({ usable: false, detail: 'nonsense' })
  })

  test('the provider of the single options stays what it was, beside them', async () => {
    await setOptions(server, {
      OIDCIssuer: fake.oidcIssuer,
      OIDCClientId: CLIENT.id,
      OIDCClientSecret: CLIENT.secret,
      OIDCEnabled: true,
    })
    const browser = openBrowser(server)
    const { data } = await browser.call(api.oauthAuthorize, { query: { provider: 'oidc' } })
    const single = await browser.call(callbackOf('oidc'), { query: fake.desk.consent(data!.url, person) })
    const listed = await visit('staff', fake)
    expect(single.data?.oidc_id).toBe('subject-1')
    expect(listed.data?.id).not.toBe(single.data?.id)
  })
})
