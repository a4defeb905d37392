import * as z from 'zod/mini'
import { type CodeProviderId, isCodeProvider } from '../login/login-providers.ts'
import { endpoint } from './endpoint.ts'
import { looseInteger, nothing } from './fields.ts'
import { emailAddress, inviteCode } from './registration.ts'
import { loggedIn } from './users.ts'

export const oauthState = endpoint('GET /api/oauth/state', 'public', {
  summary: 'A state for a login at GitHub or LinuxDO; it works once, in this browser, for ten minutes',
  query: z.object({ aff: inviteCode }),
  reply: z.string(),
})

const codeProvider = z.custom<CodeProviderId>((id) => typeof id === 'string' && isCodeProvider(id))

export const oauthAuthorize = endpoint('GET /api/oauth/authorize', 'public', {
  summary: 'The address at a provider where a login or a bind begins',
  query: z.object({ provider: codeProvider, aff: inviteCode }),
  reply: z.object({ url: z.string() }),
})

const shortText = z.optional(z.string().check(z.maxLength(2000)))
const callbackQuery = z.object({ code: shortText, state: shortText, error: shortText, error_description: shortText })

export const listIdentities = endpoint('GET /api/oauth/bindings', 'user', {
  summary: 'Own accounts at the OpenID providers that the operator lists; administrators may name a user',
  query: z.object({ user_id: looseInteger }),
  /** `provider`: `oidc-` and the id in the list. `account`: the id as users see it. */
  reply: z.array(z.object({ provider: z.string(), account: z.string() })),
})

export const providerLogin = endpoint('GET /api/oauth/:provider', 'public', {
  summary:
    'Log in, register or (when logged in) bind with the code that the provider gave; message "bind" after a bind',
  params: z.object({ provider: codeProvider }),
  query: callbackQuery,
  reply: z.optional(loggedIn),
})

const wechatCode = z.optional(z.string().check(z.trim(), z.maxLength(100)))

export const wechatLogin = endpoint('GET /api/oauth/wechat', 'public', {
  summary: 'Log in or register with a code of the WeChat server',
  query: z.object({ code: wechatCode, aff: inviteCode }),
  reply: loggedIn,
})

export const wechatBind = endpoint('GET /api/oauth/wechat/bind', 'user', {
  proof: true,
  summary: 'Bind a WeChat account with a code of the WeChat server',
  query: z.object({ code: wechatCode }),
  reply: nothing,
})

export const emailBind = endpoint('GET /api/oauth/email/bind', 'user', {
  proof: true,
  summary: 'Link an email address with the code sent to it',
  query: z.object({ email: emailAddress, code: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)) }),
  reply: nothing,
})

/** Line breaks are refused: Telegram signs the fields as lines, so one field could be read as two. */
const telegramText = (max: number) =>
  z.string('telegram_invalid').check(z.maxLength(max, 'telegram_invalid'), z.regex(/^\P{Cc}*$/u, 'telegram_invalid'))

/** The fields of Telegram's login widget (core.telegram.org/widgets/login). */
export const telegramFields = z.object({
  id: z.string('telegram_invalid').check(z.regex(/^\d{1,20}$/, 'telegram_invalid')),
  auth_date: z.string('telegram_invalid').check(z.regex(/^\d{1,12}$/, 'telegram_invalid')),
  hash: z.string('telegram_invalid').check(z.regex(/^[0-9a-fA-F]{64}$/, 'telegram_invalid')),
  first_name: z.optional(telegramText(500)),
  last_name: z.optional(telegramText(500)),
  username: z.optional(telegramText(100)),
  photo_url: z.optional(telegramText(2000)),
  lang: z.optional(telegramText(20)),
})
export type TelegramFields = z.infer<typeof telegramFields>

export const telegramLogin = endpoint('GET /api/oauth/telegram/login', 'public', {
  summary: 'Log in with the signed fields of the Telegram widget; only for accounts that are bound',
  query: telegramFields,
  reply: loggedIn,
})

export const telegramBind = endpoint('GET /api/oauth/telegram/bind', 'public', {
  summary:
    'Bind a Telegram account to the logged-in user; the widget navigates here, and on to /setting. Where the browser names no user and no page of this site, `state` from /api/oauth/state must be in the address',
  query: z.extend(telegramFields, { state: z.optional(z.string().check(z.maxLength(100))) }),
  reply: nothing,
  wire: 'raw',
})
