import { ROLE } from '#contract/roles.ts'
import { CHANNEL_STATUS, LOG_TYPE, TOKEN_STATUS, USER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { UsageError } from './arguments.mjs'

/** Words for the numbers of the interface, in what the commands print and take. */
const inverted = (table: Readonly<Record<string, number>>): Record<number, string> =>
  Object.fromEntries(Object.entries(table).map(([name, number]) => [number, name]))

export const ROLE_NAMES = inverted(ROLE)
export const USER_STATUS_NAMES = inverted(USER_STATUS)
export const TOKEN_STATUS_NAMES = inverted(TOKEN_STATUS)
export const CHANNEL_STATUS_NAMES = inverted(CHANNEL_STATUS)
export const LOG_TYPE_NAMES = inverted(LOG_TYPE)

/** The number of a word; undefined where no word is given. Throws a UsageError that lists the words. */
export function numberOf(table: Readonly<Record<string, number>>, word: string | undefined, flag: string) {
  if (word === undefined) return undefined
  if (Object.hasOwn(table, word)) return table[word]
  throw new UsageError(`--${flag} is one of ${Object.keys(table).join(', ')}`)
}

/** A whole number of a flag or an argument. Throws a UsageError. */
export function wholeNumber(text: string, name: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`${name} must be a whole number, not "${text}"`)
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Unix seconds of `90m`, `2h`, `7d` from now (`sign` −1 = ago), or of a date and time. Throws a UsageError. */
export function timeOf(text: string, name: string, sign: 1 | -1): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return nowInSeconds() + sign * Number(count) * (UNITS[unit] ?? 1)
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new UsageError(`${name} is a time such as 90m, 7d or 2026-11-26T08:00, not "${text}"`)
  return Math.floor(time / 1000)
}
