import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { loggedIn, newPassword, newUsername } from './users.ts'

/** Seconds until another mail can be requested, and the validity of a mailed code or link. */
export const RESEND_SECONDS = 30
export const MAILED_CODE_SECONDS = 600

/** An e-mail address, in lower case. */
export const emailAddress = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(50), z.regex(/^[^@]*(@[^@]*)?$/, 'email_invalid'), z.email())

/** An invite code. Codes come from shared links, so a malformed one is ignored like an unknown one. */
export const inviteCode = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((text) => (text && /^[0-9A-Za-z]{1,32}$/.test(text.trim()) ? text.trim() : undefined)),
)

/** The token of the Turnstile widget; required while the bot check is on. */
export const turnstileQuery = z.object({ turnstile: z.optional(z.string().check(z.maxLength(2048))) })

export const register = endpoint('POST /api/user/register', 'public', {
  summary: 'Create an own account with a password, and log in as it; sets the session cookie',
  query: turnstileQuery,
  body: z
    .object({
      username: newUsername,
      password: newPassword,
      /** The repeated password of a form. */
      password2: z.optional(z.nullable(z.string())),
      /** Used only while e-mail verification is on. */
      email: z.optional(z.union([z.literal(''), emailAddress])),
      verification_code: z.optional(z.string().check(z.trim(), z.maxLength(20))),
      aff_code: inviteCode,
    })
    .check(
      z.refine(({ password, password2 }) => !password2 || password2 === password, {
        path: ['password2'],
        error: 'password_mismatch',
      }),
    ),
  reply: loggedIn,
})

export const sendEmailCode = endpoint('GET /api/verification', 'public', {
  summary: 'Email a code that verifies an address',
  query: z.extend(turnstileQuery, { email: emailAddress }),
  reply: nothing,
})

export const requestPasswordReset = endpoint('GET /api/reset_password', 'public', {
  summary: 'Mail a reset link; the answer is the same for addresses that nobody has',
  query: z.extend(turnstileQuery, { email: emailAddress }),
  reply: nothing,
})

export const resetPassword = endpoint('POST /api/user/reset', 'public', {
  summary: 'Turn a reset link into a new password, which is the reply; all sessions end',
  body: z.object({ email: emailAddress, token: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.string(),
})

export const claimRoot = endpoint('POST /api/user/setup', 'public', {
  summary: 'Give root its first password with the link that the first start has printed, and log in as root',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)), password: newPassword }),
  reply: loggedIn,
})
