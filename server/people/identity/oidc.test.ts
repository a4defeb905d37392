import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPair } from 'jose'
import * as api from '#contract/api/identity.ts'
import { getStatus } from '#contract/api/site.ts'
import { errors } from '#contract/errors.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { CLIENT } from '#test/fake-providers/desk.ts'
import type { Draft } from '#test/fake-providers/oidc.ts'
import { type FakeProviders, startFakeProviders } from '#test/fake-providers/server.ts'
import { openBrowser } from '#test/harness/browser.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { callbackOf } from '#test/harness/provider-login.ts'
import { serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  let fake: FakeProviders
  const person = { id: 'subject-1', name: 'Alice' }

  beforeAll(async () => {
    fake = await startFakeProviders()
    await setOptions(server, {
      ServerAddress: 'https://gateway.example',
      OIDCIssuer: fake.oidcIssuer,
      OIDCClientId: CLIENT.id,
      OIDCClientSecret: CLIENT.secret,
      OIDCDisplayName: 'Company login',
      OIDCEnabled: true,
    })
  })
  afterAll(async () => {
    await fake.stop()
  })
  beforeEach(() => {
    fake.oidc.methods = undefined
    fake.oidc.discovery = {}
    fake.oidcIssuer = `${fake.url}/oidc`
  })

  const authorize = (browser = openBrowser(server)) => browser.call(api.oauthAuthorize, { query: { provider: 'oidc' } })
  async function logIn(spoil?: (draft: Draft) => unknown) {
    const browser = openBrowser(server)
    const { data, message } = await authorize(browser)
    if (!data) throw new Error(message)
    fake.oidc.spoil = spoil
    return browser.call(callbackOf('oidc'), { query: fake.desk.consent(data.url, person) })
  }

  test('cannot be switched on before it is configured', async () => {
    await setOptions(server, { OIDCEnabled: false, OIDCClientSecret: '' })
    await expect(setOptions(server, { OIDCEnabled: true })).rejects.toThrow(errors.oidc_not_configured.en)
    await setOptions(server, { OIDCClientSecret: CLIENT.secret, OIDCEnabled: true })
  })

  test('is announced to the login page', async () => {
    const { data } = await server.call(getStatus, {})
    expect(data).toMatchObject({ oidc_oauth: true, oidc_display_name: 'Company login' })
    expect(JSON.stringify(data)).not.toContain(CLIENT.secret)
  })

  test('begins with code flow, PKCE and a nonce at the address that was discovered', async () => {
    const url = new URL((await authorize()).data!.url)
    expect(url.href.startsWith(`${fake.oidcIssuer}/authorize?tenant=a&`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: 'https://gateway.example/oauth/oidc',
      scope: 'openid profile',
      code_challenge_method: 'S256',
    })
    expect(url.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
    const other = new URL((await authorize()).data!.url)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(other.searchParams.get(name)).not.toBe(url.searchParams.get(name))
    }
  })

  test('the client proves itself as the provider wants it', async () => {
    for (const methods of [undefined, ['client_secret_basic'], ['client_secret_post']]) {
      fake.oidc.methods = methods
      expect((await logIn()).data?.display_name).toBe('Alice')
    }
  })

  test('an issuer that ends in a slash is the same as without', async () => {
    fake.oidcIssuer = `${fake.url}/oidc/`
    fake.oidc.discovery = { token_endpoint: `${fake.url}/oidc/token`, jwks_uri: `${fake.url}/oidc/keys` }
    expect((await logIn()).success).toBe(true)
  })

  test('a code that another login began is refused by the provider', async () => {
    const [mine, theirs] = [openBrowser(server), openBrowser(server)]
    const stolen = fake.desk.consent((await authorize(theirs)).data!.url, person)
    const { state } = fake.desk.consent((await authorize(mine)).data!.url, person)
    const answer = await mine.call(callbackOf('oidc'), { query: { state, code: stolen.code } })
    expect(answer.message).toBe('身份提供方拒绝了登录：the code is not good')
  })

  describe('an ID token is refused', () => {
    test.each<[string, (draft: Draft) => unknown]>([
      ['for another client', ({ claims }) => Object.assign(claims, { aud: 'other' })],
      [
        'handed on by another client',
        ({ claims }) => Object.assign(claims, { aud: [CLIENT.id, 'other'], azp: 'other' }),
      ],
      ['of another issuer', ({ claims }) => Object.assign(claims, { iss: 'https://other.example' })],
      ['of another login', ({ claims }) => Object.assign(claims, { nonce: 'f'.repeat(64) })],
      ['without a nonce', ({ claims }) => Object.assign(claims, { nonce: undefined })],
      ['that has expired', ({ claims }) => Object.assign(claims, { exp: nowInSeconds() - 120 })],
      ['that never expires', ({ claims }) => Object.assign(claims, { exp: undefined })],
      ['of nobody', ({ claims }) => Object.assign(claims, { sub: undefined })],
      [
        'signed with the client secret',
        (draft) => Object.assign(draft, { algorithm: 'HS256', key: new TextEncoder().encode(CLIENT.secret.repeat(3)) }),
      ],
    ])('%s', async (_name, spoil) => {
      expect((await logIn(spoil)).message).toBe(errors.oidc_answer_invalid.zh)
    })

    test('signed with a key that is not published', async () => {
      const { privateKey } = await generateKeyPair('ES256')
      const answer = await logIn((draft) => Object.assign(draft, { key: privateKey }))
      expect(answer.message).toBe(errors.oidc_answer_invalid.zh)
    })
  })

  test('subjects of another issuer are other people', async () => {
    const first = (await logIn()).data!
    const other = await startFakeProviders()
    await setOptions(server, { OIDCIssuer: other.oidcIssuer })
    const browser = openBrowser(server)
    const consent = other.desk.consent((await authorize(browser)).data!.url, person)
    const { data } = await browser.call(callbackOf('oidc'), { query: consent })
    expect(data?.oidc_id).toBe(first.oidc_id)
    expect(data?.id).not.toBe(first.id)
    await setOptions(server, { OIDCIssuer: fake.oidcIssuer })
    await other.stop()
  })

  test.each<[string, Record<string, unknown>]>([
    ['is of another issuer', { issuer: 'https://other.example' }],
    ['lacks an address', { token_endpoint: undefined }],
    ['leads to something that is no web address', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('a discovery document that %s is not used', async (_name, discovery) => {
    fake.oidc.discovery = discovery
    expect((await authorize()).message).toBe(errors.oidc_unreachable.zh)
  })
})
