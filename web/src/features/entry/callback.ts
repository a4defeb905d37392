import * as api from '#contract/api/identity.ts'
import type { User } from '#contract/api/users.ts'
import { type CodeProviderId, isCodeProvider } from '#contract/login/login-providers.ts'
import { call } from '#web/lib/api.ts'

const CODE_FIELDS = ['code', 'state', 'error', 'error_description']
const TELEGRAM_FIELDS = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash']

/** Login methods that return from another site to `/oauth/…`. */
export type CallbackMethod = CodeProviderId | 'telegram'

export const isCallbackMethod = (text: string): text is CallbackMethod => text === 'telegram' || isCodeProvider(text)

/** Returns the page after a login without a requested page (product brief). */
export const landingOf = (method: CallbackMethod) => (method === 'telegram' ? '/' : '/token')

/** Returns the fields that the other site sent, unchanged. Fields that were not requested are omitted. */
export function returnedFields(method: CallbackMethod, query: URLSearchParams): Record<string, string> {
  const names = method === 'telegram' ? TELEGRAM_FIELDS : CODE_FIELDS
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/**
 * Sends the fields to the server. Resolves with the user who is logged in, or null when the account was bound
 * to the current user. Throws ApiError.
 */
export async function finish(method: CallbackMethod, fields: Record<string, string>): Promise<User | null> {
  if (method === 'telegram') return call(api.telegramLogin, { query: fields as api.TelegramFields })
  return (await call(api.providerLogin, { params: { provider: method }, query: fields })) ?? null
}
