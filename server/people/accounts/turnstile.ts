import { getCookie, setCookie } from 'hono/cookie'
import { nowInSeconds } from '#server/platform/clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { constantTimeEqual } from '../../platform/store/constant-time-equal.ts'
import { callService } from '../../wire/egress/call-service.ts'
import { derivedSecret } from '../sessions/derived-secret.ts'

const COOKIE = 'human'
/** How long a pass is valid: a widget's answer works once, and registering takes two requests. */
const PASS_SECONDS = 600

/**
 * Accepts requests by people and throws turnstile_missing or turnstile_failed for all others, while the bot check
 * is enabled. Without a response from Cloudflare the check fails
 * (developers.cloudflare.com/turnstile/get-started/server-side-validation).
 */
export async function checkHuman(c: Context, services: Platform, token: string | undefined): Promise<void> {
  const { options, vault } = services
  if (!options.values.TurnstileCheckEnabled) return
  const { ip, secure } = c.var.origin
  const now = nowInSeconds()
  const passOf = (until: number) => `${until}.${derivedSecret(vault, `turnstile ${until} ${ip}`)}`
  const given = getCookie(c, COOKIE) ?? ''
  const until = Number(given.split('.')[0])
  if (until > now && constantTimeEqual(given, passOf(until))) return
  if (!token) throw new ApiError('turnstile_missing')
  if (!(await isHuman(services, token, ip))) throw new ApiError('turnstile_failed')
  const pass = passOf(now + PASS_SECONDS)
  setCookie(c, COOKIE, pass, { httpOnly: true, sameSite: 'Lax', secure, path: '/api', maxAge: PASS_SECONDS })
}

async function isHuman({ config, options, log }: Platform, token: string, ip: string): Promise<boolean> {
  const form = { secret: options.values.TurnstileSecretKey, response: token, remoteip: ip }
  try {
    const { body } = await callService(`${config.externals.turnstile}/turnstile/v0/siteverify`, { form })
    return (body as { success?: unknown } | undefined)?.success === true
  } catch (error) {
    log.warn({ error: String(error) }, 'the bot check service could not be queried')
    return false
  }
}
