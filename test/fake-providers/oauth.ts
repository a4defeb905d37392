import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { consentPage } from './consent-page.ts'
import { CLIENT, type Desk, isClient } from './desk.ts'

/** GitHub's two hosts: refusals of codes come with status 200. */
export function githubSite(desk: Desk): Hono {
  const site = new Hono()
  site.get('/login/oauth/authorize', consentPage(desk))
  site.post('/login/oauth/access_token', async (c) => {
    const body = (await c.req.json()) as { client_id?: string; client_secret?: string; code?: string }
    const grant = desk.takeCode(body.code)
    const known = body.client_id === CLIENT.id && body.client_secret === CLIENT.secret
    if (!known) return c.json({ error: 'incorrect_client_credentials', error_description: 'They are incorrect.' })
    if (!grant) return c.json({ error: 'bad_verification_code', error_description: 'The code is wrong' })
    return c.json({ access_token: desk.tokenFor(grant.person), token_type: 'bearer', scope: '' })
  })
  site.get('/user', (c) => {
    const person = desk.bearer(c.req.raw)
    return person ? c.json({ ...person }) : c.json({ message: 'Bad credentials' }, 401)
  })
  return site
}

/** LinuxDO: Basic authentication, and the page to come back to must be the one that the login began with. */
export function linuxdoSite(desk: Desk): Hono {
  const site = new Hono()
  site.get('/oauth2/authorize', consentPage(desk))
  site.post('/oauth2/token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    if (!isClient(c.req.raw)) return c.json({ message: 'unknown client' }, 401)
    const grant = desk.takeCode(form.get('code'))
    if (form.get('grant_type') !== 'authorization_code' || !grant) return c.json({ message: 'code expired' }, 400)
    if (grant.redirectUri !== form.get('redirect_uri')) return c.json({ message: 'other redirect_uri' }, 400)
    return c.json({ access_token: desk.tokenFor(grant.person) })
  })
  site.get('/api/user', (c) => {
    const person = desk.bearer(c.req.raw)
    if (!person) return c.json({ message: 'unauthorized' }, 401)
    return c.json({ id: person.id, username: person.login, name: person.name, active: true, trust_level: 2 })
  })
  return site
}

/** Discord: checks client, redirect_uri and PKCE, and gives ids as texts. */
export function discordSite(desk: Desk): Hono {
  const site = new Hono()
  site.get('/oauth2/authorize', consentPage(desk))
  site.post('/api/oauth2/token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret) {
      return c.json({ error: 'invalid_client' }, 401)
    }
    const grant = desk.takeCode(form.get('code'))
    const hash = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = form.get('grant_type') === 'authorization_code' && grant?.redirectUri === form.get('redirect_uri')
    if (!grant || !isRight || grant.challenge !== hash) return c.json({ error: 'invalid_grant' }, 400)
    return c.json({ access_token: desk.tokenFor(grant.person), token_type: 'Bearer', scope: 'identify' })
  })
  site.get('/api/users/@me', (c) => {
    const person = desk.bearer(c.req.raw)
    if (!person) return c.json({ message: '401: Unauthorized', code: 0 }, 401)
    return c.json({ id: String(person.id), username: person.login ?? null, global_name: person.name ?? null })
  })
  return site
}
