import { createHash, createHmac } from 'node:crypto'
import type { TelegramFields } from '#contract/api/identity.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { constantTimeEqual } from '../../platform/store/constant-time-equal.ts'
import type { Provider, ProviderAccount } from './provider.ts'

/** Telegram's login widget. It logs in and binds; nobody registers with it (wire contract §9). */
export const telegram: Provider = {
  name: 'telegram',
  unknownError: 'telegram_not_bound',
  displayName: 'Telegram User',
}

/** How long a signature counts, in seconds: the widget hands it over at once, so what is older was kept by somebody. */
const FRESH_SECONDS = 300
/** By how many seconds Telegram's clock may be ahead. */
const AHEAD_SECONDS = 60

/**
 * Whose fields these are, if the bot's Telegram signed them lately (core.telegram.org/widgets/login: HMAC-SHA-256 over
 * the sorted lines `field=value`, keyed with SHA-256 of the bot token). `now` in unix seconds. Throws telegram_invalid.
 */
export function checkTelegram(fields: TelegramFields, botToken: string, now: number): ProviderAccount {
  const { hash, lang: _lang, ...known } = fields
  const age = now - Number(fields.auth_date)
  const fresh = age <= FRESH_SECONDS && age >= -AHEAD_SECONDS
  // Consoles of this family send `lang` along; whether Telegram has signed it is for the signature to tell.
  const signed = [{ ...known, lang: fields.lang }, known].some((part) =>
    constantTimeEqual(signatureOf(part, botToken), hash.toLowerCase()),
  )
  if (!botToken || !fresh || !signed) throw new ApiError('telegram_invalid')
  const displayName = [fields.first_name, fields.last_name].filter(Boolean).join(' ')
  return { subject: fields.id, shownId: fields.id, displayName }
}

/** The signature of a login's fields in lower-case hex; absent fields are left out. */
export function signatureOf(fields: Partial<Omit<TelegramFields, 'hash'>>, botToken: string): string {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  const key = createHash('sha256').update(botToken).digest()
  return createHmac('sha256', key).update(lines.join('\n')).digest('hex')
}
