import * as api from '#contract/api/identity.ts'
import type { User } from '#contract/api/users.ts'
import { type CodeProviderName, isCodeProvider } from '#contract/login-providers.ts'
import { call } from '#web/lib/api.ts'

const CODE_FIELDS = ['code', 'state', 'error', 'error_description']
const TELEGRAM_FIELDS = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash']

/** Login methods that return from another site to `/oauth/…`. */
export type CallbackMethod = CodeProviderName | 'telegram'

export const isCallbackMethod = (text: string): text is CallbackMethod => text === 'telegram' || isCodeProvider(text)

/** The page after a login that no page asked for (product brief). */
export const landingOf = (way: CallbackMethod) => (way === 'telegram' ? '/' : '/token')

/** What the other site sent along, as it wrote it; what we did not ask for is left out. */
export function returnedFields(way: CallbackMethod, query: URLSearchParams): Record<string, string> {
  const names = way === 'telegram' ? TELEGRAM_FIELDS : CODE_FIELDS
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** Hands it to the server: the user who is logged in by it, or null when it was bound to who was. Throws ApiError. */
export async function finish(way: CallbackMethod, fields: Record<string, string>): Promise<User | null> {
  if (way === 'telegram') return call(api.telegramLogin, { query: fields as api.TelegramFields })
  return (await call(api.providerLogin, { params: { provider: way }, query: fields })) ?? null
}
