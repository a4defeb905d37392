import { randomBytes, timingSafeEqual } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { Context } from '../../platform/http/context.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { derivedSecret } from '../sessions/derived-secret.ts'

/**
 * A cookie that outlives sessions and proves that an account has logged in on this device: `<device
 * id>.<proof>.<proof>`, one proof per account, newest first. A proof is derived from the device, the user and the
 * server's key, so nothing is stored. It grants no access: it only keeps password guesses from other devices from
 * slowing this one down. https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
const COOKIE = 'device'
const COOKIE_SECONDS = 400 * 24 * 3600
const MAX_ACCOUNTS = 5
const FORMAT = /^[\w-]{22}(?:\.[\w-]{43}){1,5}$/

/** Returns the id of the sender's device if the user has logged in on it, else undefined. */
export function knownDevice(c: Context, vault: Vault, userId: number | undefined): string | undefined {
  const { id, proofs } = deviceOf(c)
  if (!id || userId === undefined) return undefined
  const proof = Buffer.from(proofOf(vault, id, userId))
  return proofs.some((one) => timingSafeEqual(Buffer.from(one), proof)) ? id : undefined
}

/** Records in the response's cookie that a user has logged in on the sender's device. */
export function rememberDevice(c: Context, vault: Vault, userId: number): void {
  const { id = randomBytes(16).toString('base64url'), proofs } = deviceOf(c)
  const proof = proofOf(vault, id, userId)
  const others = proofs.filter((one) => one !== proof).slice(0, MAX_ACCOUNTS - 1)
  setCookie(c, COOKIE, [id, proof, ...others].join('.'), {
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.var.origin.secure,
    path: '/api',
    maxAge: COOKIE_SECONDS,
  })
}

const proofOf = (vault: Vault, id: string, userId: number) => derivedSecret(vault, `device ${id} ${userId}`)

function deviceOf(c: Context): { id: string | undefined; proofs: string[] } {
  const value = getCookie(c, COOKIE) ?? ''
  if (!FORMAT.test(value)) return { id: undefined, proofs: [] }
  const [id, ...proofs] = value.split('.')
  return { id, proofs }
}
