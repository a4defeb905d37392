import type { TFunction } from 'i18next'
import type { LoginUser } from './lockout.ts'

interface Looked {
  /** The number of users checked, and of all users. */
  looked: number
  total: number
  /** Id of the current user. */
  self: number | undefined
}

const MAX_NAMES = 10

/** Returns a text that lists the locked-out users: administrators first, then the oldest accounts. */
export function lockoutText(
  users: readonly LoginUser[],
  { looked, total, self }: Looked,
  t: TFunction<'settings'>,
): string {
  const isAll = looked >= total
  if (users.length === 0) return isAll ? t('lockout.nobody') : t('lockout.nobodySome', { looked, total })
  const sorted = users.toSorted((one, other) => other.role - one.role || one.id - other.id)
  const names = sorted.slice(0, MAX_NAMES).map(({ username }) => username)
  const list = users.length > MAX_NAMES ? `${names.join(', ')}, …` : names.join(', ')
  const facts = { count: users.length, names: list, looked, total }
  const words = isAll ? t('lockout.who', facts) : t('lockout.whoSome', facts)
  return users.some(({ id }) => id === self) ? `${words} ${t('lockout.you')}` : words
}
