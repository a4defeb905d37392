import type { TFunction } from 'i18next'
import type { LoginUser } from './lockout.ts'

interface Looked {
  /** How many users were looked at, of how many. */
  looked: number
  total: number
  /** Id of whoever reads this. */
  self: number | undefined
}

const MOST_NAMES = 10

/** Says who is locked out: administrators first, then the oldest accounts. */
export function lockoutWords(
  users: readonly LoginUser[],
  { looked, total, self }: Looked,
  t: TFunction<'settings'>,
): string {
  const isAll = looked >= total
  if (users.length === 0) return isAll ? t('lockout.nobody') : t('lockout.nobodySome', { looked, total })
  const sorted = users.toSorted((one, other) => other.role - one.role || one.id - other.id)
  const names = sorted.slice(0, MOST_NAMES).map(({ username }) => username)
  const list = users.length > MOST_NAMES ? `${names.join(', ')}, …` : names.join(', ')
  const facts = { count: users.length, names: list, looked, total }
  const words = isAll ? t('lockout.who', facts) : t('lockout.whoSome', facts)
  return users.some(({ id }) => id === self) ? `${words} ${t('lockout.you')}` : words
}
