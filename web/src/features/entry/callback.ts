import * as api from '#contract/api/identity.ts'
import type { User } from '#contract/api/users.ts'
import { call } from '#web/lib/api.ts'

const CODE_CALLS = { github: api.githubLogin, linuxdo: api.linuxdoLogin, oidc: api.oidcLogin }
const CODE_FIELDS = ['code', 'state', 'error', 'error_description']
const TELEGRAM_FIELDS = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash']

/** Ways in that lead over another site and back to `/oauth/…`. */
export type CallbackMethod = keyof typeof CODE_CALLS | 'telegram'

export const isCallbackMethod = (text: string): text is CallbackMethod =>
  text === 'telegram' || Object.hasOwn(CODE_CALLS, text)

/** Where a login ends up: as the brief has it, for those that asked for no page. */
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
  return (await call(CODE_CALLS[way], { query: fields })) ?? null
}
