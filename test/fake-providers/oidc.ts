import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { consentPage } from './consent-page.ts'
import { CLIENT, type Desk, isClient } from './desk.ts'

/** An ID token that is about to be signed; a test may spoil it. */
export interface Draft {
  claims: JWTPayload
  algorithm: string
  key: CryptoKey | Uint8Array
}

/** An OpenID provider that checks client, code, redirect_uri and PKCE, and signs ID tokens. */
export interface OidcSite {
  app: Hono
  /** How clients prove who they are; undefined = not announced. */
  methods: string[] | undefined
  /** What the discovery document says instead of the truth. */
  discovery: Record<string, unknown>
  /** Changes the next ID token. */
  spoil: ((draft: Draft) => unknown) | undefined
}

/** Opens the provider; `issuer` without a trailing slash. */
export async function openOidcSite(desk: Desk, issuer: () => string): Promise<OidcSite> {
  const keys = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', alg: 'ES256', use: 'sig' }
  const app = new Hono()
  const site: OidcSite = { app, methods: undefined, discovery: {}, spoil: undefined }

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize?tenant=a`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/keys`,
      ...(site.methods ? { token_endpoint_auth_methods_supported: site.methods } : {}),
      ...site.discovery,
    }),
  )
  app.get('/authorize', consentPage(desk))
  app.get('/keys', (c) => c.json({ keys: [jwk] }))
  app.post('/token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const posted = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret
    const basic = isClient(c.req.raw, encodeURIComponent)
    if (site.methods?.includes('client_secret_post') ? !posted : !basic) return c.json({ error: 'invalid_client' }, 401)
    const grant = desk.takeCode(form.get('code'))
    const hash = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== hash) {
      return c.json({ error: 'invalid_grant', error_description: 'the code is not good' }, 400)
    }
    const now = Math.floor(Date.now() / 1000)
    const { id, login, name, claims: further = {} } = grant.person
    const draft: Draft = {
      claims: {
        iss: issuer(),
        aud: CLIENT.id,
        sub: String(id),
        iat: now,
        exp: now + 300,
        ...(grant.nonce ? { nonce: grant.nonce } : {}),
        ...further,
        ...(name ? { name } : {}),
        ...(login ? { preferred_username: login } : {}),
      },
      algorithm: 'ES256',
      key: keys.privateKey,
    }
    site.spoil?.(draft)
    site.spoil = undefined
    const header = { alg: draft.algorithm, kid: 'key-1' }
    const idToken = await new SignJWT(draft.claims).setProtectedHeader(header).sign(draft.key)
    return c.json({ access_token: 'unused', token_type: 'Bearer', id_token: idToken })
  })
  return site
}
