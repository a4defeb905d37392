import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { loggedIn } from './users.ts'

/** What a browser is given and returns (WebAuthn's JSON forms): the server checks it with a library. */
const browserOptions = z.looseObject({ challenge: z.string() })
const credentialId = z.string().check(z.regex(/^[\w-]{1,1400}$/))
export const passkeyResponse = z.looseObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.looseObject({}),
  clientExtensionResults: z.looseObject({}),
})

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.number(),
  /** Unix seconds; 0 = never. */
  last_used_at: z.number(),
})
export type Passkey = z.infer<typeof passkey>

export const PASSKEY_NAME_MAX = 60

export const beginPasskey = endpoint('POST /api/user/passkeys/options', 'user', {
  beforeEnrolment: true,
  proof: true,
  summary: 'What a browser needs to make a passkey for the own account',
  reply: browserOptions,
})

export const addPasskey = endpoint('POST /api/user/passkeys', 'user', {
  beforeEnrolment: true,
  proof: true,
  summary: 'Add the passkey that the browser has made; the reply is recovery codes, if there were none before',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(PASSKEY_NAME_MAX), z.regex(/^\P{Cc}*$/u)),
    response: passkeyResponse,
  }),
  reply: z.array(z.string()),
})

export const removePasskey = endpoint('DELETE /api/user/passkeys/:id', 'user', {
  proof: true,
  summary: 'Remove one of the own passkeys',
  params: z.object({ id: credentialId }),
  reply: nothing,
})

export const passkeyLoginOptions = endpoint('POST /api/user/login/passkey/options', 'public', {
  summary: 'What a browser needs to log in with a passkey, or to finish a login with one as its second step',
  reply: browserOptions,
})

export const passkeyLogin = endpoint('POST /api/user/login/passkey', 'public', {
  summary: 'Log in with a passkey, which counts as both steps; sets the session cookie',
  body: z.object({ response: passkeyResponse }),
  reply: loggedIn,
})

export const passkeyProofOptions = endpoint('POST /api/user/proof/passkey', 'user', {
  beforeEnrolment: true,
  summary: 'What a browser needs to prove with a passkey who is at the keyboard',
  reply: browserOptions,
})
