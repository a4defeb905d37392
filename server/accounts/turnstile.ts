import { getCookie, setCookie } from 'hono/cookie'
import { callService } from '../egress/outgoing.ts'
import { Failure } from '../errors/api-error.ts'
import type { Context } from '../http/context.ts'
import type { Services } from '../services.ts'
import { sameText } from '../store/same-text.ts'
import { derivedSecret } from './derived-secret.ts'

const COOKIE = 'human'
/** How long a pass counts: a widget's answer works once, and registering takes two calls. */
const PASS_SECONDS = 600

/**
 * Lets people pass and throws turnstile_missing or turnstile_failed for all others, while the bot check is on. No
 * answer from Cloudflare is no pass (developers.cloudflare.com/turnstile/get-started/server-side-validation).
 */
export async function checkHuman(c: Context, services: Services, token: string | undefined): Promise<void> {
  const { options, vault } = services
  if (!options.values.TurnstileCheckEnabled) return
  const { ip, secure } = c.var.origin
  const now = Math.floor(Date.now() / 1000)
  const passOf = (until: number) => `${until}.${derivedSecret(vault, `turnstile ${until} ${ip}`)}`
  const given = getCookie(c, COOKIE) ?? ''
  const until = Number(given.split('.')[0])
  if (until > now && sameText(given, passOf(until))) return
  if (!token) throw new Failure('turnstile_missing')
  if (!(await isHuman(services, token, ip))) throw new Failure('turnstile_failed')
  const pass = passOf(now + PASS_SECONDS)
  setCookie(c, COOKIE, pass, { httpOnly: true, sameSite: 'Lax', secure, path: '/api', maxAge: PASS_SECONDS })
}

async function isHuman({ config, options, log }: Services, token: string, ip: string): Promise<boolean> {
  const form = { secret: options.values.TurnstileSecretKey, response: token, remoteip: ip }
  try {
    const { body } = await callService(`${config.externals.turnstile}/turnstile/v0/siteverify`, { form })
    return (body as { success?: unknown } | undefined)?.success === true
  } catch (error) {
    log.warn({ error: String(error) }, 'the bot check could not be made')
    return false
  }
}
