import type { TelegramFields } from '#contract/api/identity.ts'

/** Origin that serves Telegram's login button. */
export const TELEGRAM = 'https://oauth.telegram.org'

const NAMES = ['id', 'auth_date', 'hash', 'first_name', 'last_name', 'username', 'photo_url'] as const

/** Returns the URL of a page with only the bot's login button, to be shown in a frame. */
export function telegramButton(bot: string, origin: string, language: string): string {
  const query = new URLSearchParams({
    origin,
    return_to: origin,
    size: 'large',
    request_access: 'write',
    lang: language,
  })
  return `${TELEGRAM}/embed/${encodeURIComponent(bot)}?${query}`
}

/** Returns the signed fields when a message of the button reports a login; otherwise null. */
export function readTelegramMessage(text: unknown): TelegramFields | null {
  const message = parse(text)
  if (message?.event !== 'auth_user' || typeof message.auth_data !== 'object' || !message.auth_data) return null
  const data = message.auth_data as Record<string, unknown>
  const given = NAMES.flatMap((name) => (data[name] === undefined ? [] : [[name, String(data[name])]]))
  const fields = Object.fromEntries(given) as Partial<TelegramFields>
  const { id, auth_date, hash } = fields
  return id && auth_date && hash ? { ...fields, id, auth_date, hash } : null
}

function parse(text: unknown): Record<string, unknown> | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
