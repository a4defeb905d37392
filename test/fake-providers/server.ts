import { Hono } from 'hono'
import type { ExternalAddresses } from '#server/platform/config.ts'
import { listen } from '../harness/listening.ts'
import { type Desk, openDesk } from './desk.ts'
import { discordSite, githubSite, linuxdoSite } from './oauth.ts'
import { type OidcSite, openOidcSite } from './oidc.ts'

/** All identity providers and the bot check in one server, each as strict as the real one. */
export interface FakeProviders {
  url: string
  /** For the server's configuration. */
  externals: ExternalAddresses
  desk: Desk
  oidc: OidcSite
  oidcIssuer: string
  /** Codes of the WeChat server: code → openid. Each works once. */
  wechat: Map<string, string>
  /** Answers of the Turnstile widget that are a person's. Each works once. */
  humans: Set<string>
  /** While set, every call gets this status and no JSON. */
  broken: number | undefined
  stop(): Promise<void>
}

export const WECHAT_TOKEN = 'wechat-server-token'
export const TURNSTILE_SECRET = 'turnstile-secret'

export async function startFakeProviders(): Promise<FakeProviders> {
  const desk = openDesk()
  const wechat = new Map<string, string>()
  const humans = new Set<string>()
  const app = new Hono()
  const oidc = await openOidcSite(desk, () => fake.oidcIssuer)

  app.use(async (c, next) => (fake.broken ? c.text('down', fake.broken as 503) : next()))
  app.route('/github', githubSite(desk))
  app.route('/linuxdo', linuxdoSite(desk))
  app.route('/oidc', oidc.app)
  app.route('/google', (await openOidcSite(desk, () => `${fake.url}/google`)).app)
  app.route('/discord', discordSite(desk))
  app.get('/wechat/api/wechat/user', (c) => {
    if (c.req.header('authorization') !== WECHAT_TOKEN) return c.json({ success: false, message: 'unauthorized' })
    const code = c.req.query('code') ?? ''
    const openid = wechat.get(code)
    wechat.delete(code)
    return c.json(
      openid ? { success: true, message: '', data: openid } : { success: false, message: 'wrong', data: '' },
    )
  })
  app.post('/turnstile/turnstile/v0/siteverify', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    if (form.get('secret') !== TURNSTILE_SECRET)
      return c.json({ success: false, 'error-codes': ['invalid-input-secret'] })
    const success = humans.delete(form.get('response') ?? '')
    return c.json({ success, 'error-codes': success ? [] : ['invalid-input-response'] })
  })

  const { url, stop } = listen(app.fetch)
  const fake: FakeProviders = {
    url,
    externals: {
      github: `${url}/github`,
      githubApi: `${url}/github`,
      linuxdo: `${url}/linuxdo`,
      google: `${url}/google`,
      discord: `${url}/discord`,
      stripe: `${url}/stripe`,
      turnstile: `${url}/turnstile`,
    },
    desk,
    oidc,
    oidcIssuer: `${url}/oidc`,
    wechat,
    humans,
    broken: undefined,
    stop,
  }
  return fake
}
