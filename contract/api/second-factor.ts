import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, nothing } from './fields.ts'
import { passkey, passkeyResponse } from './passkeys.ts'
import { loggedIn } from './users.ts'

/** Number of recovery codes that a user gets. */
export const RECOVERY_CODES = 10

/** A code of six digits from an authenticator app, or a recovery code; blanks do not count. */
const factorCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

const recoveryCodes = z.array(z.string())

/** The second step of a login. The first one is refused with the code `second_factor_needed` and begins it. */
export const secondStep = endpoint('POST /api/user/login/2fa', 'public', {
  summary: 'Finish a login with a code of an authenticator app or a recovery code; sets the session cookie',
  body: z.object({ code: factorCode }),
  reply: loggedIn,
})

export const secondStepMethods = endpoint('GET /api/user/login/2fa', 'public', {
  summary: 'What the login that waits in this browser can be finished with, besides recovery codes',
  reply: z.object({ totp: z.boolean(), passkey: z.boolean() }),
})

export const secondFactor = endpoint('GET /api/user/second-factor', 'user', {
  beforeEnrolment: true,
  summary: 'The second factors of the own account',
  reply: z.object({
    /** An authenticator app is confirmed. */
    totp: z.boolean(),
    recovery_codes: z.number(),
    passkeys: z.array(passkey),
    /** The account's role needs a second factor. */
    required: z.boolean(),
  }),
})

export const beginTotp = endpoint('POST /api/user/second-factor/totp', 'user', {
  beforeEnrolment: true,
  proof: true,
  summary: 'Make the secret of an authenticator app, which counts once a code of it has confirmed it',
  reply: z.object({
    /** Base32. */
    secret: z.string(),
    /** `otpauth:` address for a QR code. */
    address: z.string(),
  }),
})

export const confirmTotp = endpoint('PUT /api/user/second-factor/totp', 'user', {
  beforeEnrolment: true,
  proof: true,
  summary: 'Confirm the authenticator app with its first code; the reply is the recovery codes, shown this once',
  body: z.object({ code: factorCode }),
  reply: recoveryCodes,
})

export const removeTotp = endpoint('DELETE /api/user/second-factor/totp', 'user', {
  proof: true,
  summary: 'Remove the authenticator app and the recovery codes',
  reply: nothing,
})

export const renewRecoveryCodes = endpoint('POST /api/user/second-factor/recovery-codes', 'user', {
  proof: true,
  summary: 'Replace the recovery codes; the reply is the new ones, shown this once',
  reply: recoveryCodes,
})

export const prove = endpoint('POST /api/user/proof', 'user', {
  beforeEnrolment: true,
  summary:
    'Prove who is at the keyboard with the password, a code or a passkey: calls that need a proof pass for five minutes',
  body: z.object({
    password: z.optional(z.string().check(z.maxLength(200))),
    code: z.optional(factorCode),
    passkey: z.optional(passkeyResponse),
  }),
  reply: nothing,
})

export const resetSecondFactor = endpoint('DELETE /api/user/:id/second-factor', 'admin', {
  proof: true,
  summary: 'Remove the second factors of a user of a lower role, who then logs in without; writes an audit row',
  params: idParams,
  reply: nothing,
})
