import { Secret, TOTP } from 'otpauth'

/** What all authenticator apps support (RFC 6238): SHA-1, six digits, 30 seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How many steps an app's clock may be behind or ahead. */
const WINDOW = 1
const SECRET_BYTES = 20

/** Returns a new random secret in base32, as authenticator apps take it. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Returns the address that an app reads from a QR code. https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpAddress(secret: string, { site, username }: { site: string; username: string }): string {
  return new TOTP({ ...PARAMETERS, secret, issuer: site, label: username }).toString()
}

/**
 * Returns the time step that a code belongs to, or undefined if it is wrong or too old. `now` in milliseconds. The
 * caller refuses a step that was used.
 */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const options = { ...PARAMETERS, secret: Secret.fromBase32(secret), token: code, timestamp: now, window: WINDOW }
  const delta = TOTP.validate(options)
  return delta === null ? undefined : TOTP.counter({ period: PARAMETERS.period, timestamp: now }) + delta
}
