import type { OpenAIError } from '../../formats/dialects/openai-errors.ts'

/** Reads when a vendor asks to come again, in every spelling that vendors use. Pure. */

/** What of an answer says when to come again. */
export interface WaitSource {
  header(name: string): string | null | undefined
  error: Pick<OpenAIError, 'message' | 'said'>
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Returns the milliseconds that a vendor asks to wait; undefined = it does not say, or names no time ahead. The latest of
 * the times that it names counts; headers that say when a whole limit is reset count where nothing else says it. `now`:
 * milliseconds since the epoch.
 */
export function readWaitMs({ header, error }: WaitSource, now: number): number | undefined {
  const { message, said } = error
  const times = said?.times ?? []
  const asked = [
    ...['retry-after-ms', 'x-ms-retry-after-ms'].map((name) => asMs(header(name), now, 1)),
    asMs(header('retry-after'), now),
    ...times.filter(([name]) => !RATE_HEADER.test(name)).map(([name, value]) => asMs(value, now, unitOf(name))),
    ...[message, ...(said?.texts ?? [])].map((text) => waitInText(text, now)),
  ]
  const resets = [...RESET_HEADERS.map((name) => resetAt(header, name, now)), ...resetsIn(times, now)]
  return latest(asked) ?? latest(resets)
}

function latest(times: readonly (number | undefined)[]): number | undefined {
  const ahead = times.filter((ms): ms is number => ms !== undefined && ms > 0 && Number.isFinite(ms))
  return ahead.length === 0 ? undefined : Math.max(...ahead)
}

const RATE_HEADER = /ratelimit/
const unitOf = (name: string) => (/_?ms$|millis/.test(name) ? 1 : SECOND)

/**
 * Limits with what is left of each and when they are reset: https://platform.openai.com/docs/guides/rate-limits,
 * https://platform.claude.com/docs/en/api/rate-limits. A limit of which something is left says nothing.
 */
const RESET_HEADERS = [
  'x-ratelimit-reset',
  'x-ratelimit-reset-after',
  'x-rate-limit-reset',
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
  'anthropic-ratelimit-requests-reset',
  'anthropic-ratelimit-tokens-reset',
  'anthropic-ratelimit-input-tokens-reset',
  'anthropic-ratelimit-output-tokens-reset',
  'anthropic-ratelimit-unified-reset',
  'ratelimit-reset',
]

function resetAt(header: WaitSource['header'], name: string, now: number): number | undefined {
  const left = header(name.replace('reset', 'remaining'))
  return left !== null && left !== undefined && Number(left) > 0 ? undefined : asMs(header(name), now)
}

/** The same of headers that an error quotes, as OpenRouter's do. */
function resetsIn(times: readonly (readonly [string, string])[], now: number): (number | undefined)[] {
  return times.filter(([name]) => RATE_HEADER.test(name)).map(([, value]) => asMs(value, now))
}

/** Numbers above this are times in seconds, and above the next in milliseconds, since the epoch. */
const EPOCH_SECONDS = 1e9
const EPOCH_MS = 1e12

/** Reads a number of a unit, a duration, or a time. */
function asMs(text: string | null | undefined, now: number, unit = SECOND): number | undefined {
  const said = text?.trim()
  if (!said) return undefined
  if (/^\d+(?:\.\d+)?$/.test(said)) {
    const number = Number(said)
    if (number >= EPOCH_MS) return number - now
    return number >= EPOCH_SECONDS ? number * SECOND - now : number * unit
  }
  return durationMs(said) ?? timeIn(said, now)
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|millis\w*|毫秒)$/i, 1],
  [/^(?:s|secs?|seconds?|秒钟?)$/i, SECOND],
  [/^(?:m|mins?|minutes?|分钟?)$/i, MINUTE],
  [/^(?:h|hrs?|hours?|个?小时|时)$/i, HOUR],
  [/^(?:d|days?|天|日)$/i, DAY],
]
const UNIT =
  '(?:ms|millis\\w*|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|毫秒|秒钟?|分钟?|个?小时|时|天)'
const PART = `\\d+(?:\\.\\d+)?\\s*${UNIT}(?![a-z])`
const DURATION = new RegExp(`^${PART}(?:[\\s,]*(?:and\\s*)?${PART})*`, 'i')
const PARTS = /(\d+(?:\.\d+)?)\s*([a-z]+|毫秒|秒钟?|分钟?|个?小时|时|天)/gi

/** Reads a duration at the start of a text, such as `45.5s`, `1m30s`, `2 hours and 5 minutes`, `30 秒`. */
function durationMs(text: string): number | undefined {
  const found = DURATION.exec(text.replace(/(?<=[a-z])(?=\d)/gi, ' '))?.[0]
  if (!found) return undefined
  let ms = 0
  for (const [, number, unit = ''] of found.matchAll(PARTS))
    ms += Number(number) * (UNITS.find(([name]) => name.test(unit))?.[1] ?? 0)
  return ms > 0 ? ms : undefined
}

const TIME =
  /(\d{4})[-/](\d\d?)[-/](\d\d?)(?:(?:T|\s+at\s+|\s+)(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?/i
const HAN = /\p{Script=Han}/v

/** Reads a time in a text. Where it names no zone, a Chinese text means China's, and others UTC. */
function timeIn(text: string, now: number): number | undefined {
  const found = TIME.exec(text)
  if (!found) {
    const date = /\d{4}/.test(text) && text.length < 40 ? Date.parse(text) : Number.NaN
    return Number.isNaN(date) ? undefined : date - now
  }
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = found
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return utc - zoneMs(zone ?? (HAN.test(text) ? '+08:00' : 'Z')) - now
}

function zoneMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  const ms = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE
  return sign === '-' ? -ms : ms
}

/** Words after which, or before which, a text names the time. */
const BEFORE =
  /(?:retry|try again|again|wait|resets?|resetting|refresh\w*|available|resume\w*|regain access|until|cool\s?down|等待|请在|请于|将在|将于|请(?=\s*\d))[^\d\n]{0,40}(?=\d)/gi
const MAX_PLACES = 5
const MAX_AHEAD = 80

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`
const NAMED_DATES = new RegExp(`\\b${MONTH} (\\d\\d?),? (\\d{4})|\\b(\\d\\d?) ${MONTH} (\\d{4})`, 'gi')

/** Writes dates with the names of their months, and Chinese dates, with numbers. */
const withNumbers = (text: string) =>
  text
    .replace(NAMED_DATES, (_, month, day, year, day2, month2, year2) => {
      const at = MONTHS.indexOf((month ?? month2).slice(0, 3).toLowerCase()) + 1
      return `${year ?? year2}-${at}-${day ?? day2}`
    })
    .replace(/(\d{4})年(\d\d?)月(\d\d?)日/g, '$1-$2-$3')

const CLOCK = /^(\d\d?)(?::(\d\d))?\s*([ap])m\W{1,3}(?:UTC|GMT)/i
/** A number alone: a time in seconds since the epoch, or after `Retry-After` seconds. */
const NUMBER = /^(\d{1,6}|\d{10}|\d{13})(?![\d.:\/\-]|\s*\p{L})/v

/** Reads the next time at which a clock shows what a text begins with, such as `3pm (UTC)`. */
function clockIn(text: string, now: number): number | undefined {
  const [, hour, minute = '0', half = ''] = CLOCK.exec(text) ?? []
  if (hour === undefined) return undefined
  const ofDay = ((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * HOUR + Number(minute) * MINUTE
  return (((ofDay - (now % DAY)) % DAY) + DAY) % DAY
}

function numberIn(words: string, text: string, now: number): number | undefined {
  const [, number = ''] = NUMBER.exec(text) ?? []
  return number.length >= 10 || /^retry.after/i.test(words) ? asMs(number, now) : undefined
}

/** Reads when a text says to come again. */
function waitInText(said: string, now: number): number | undefined {
  const text = withNumbers(said)
  const places = [...text.matchAll(BEFORE)].slice(0, MAX_PLACES)
  const found = places.map(({ index, 0: words }) => {
    const rest = text.slice(index + words.length, index + words.length + MAX_AHEAD)
    const duration = durationMs(rest)
    if (duration !== undefined) return duration
    const alone = clockIn(rest, now) ?? numberIn(words, rest, now)
    if (alone !== undefined) return alone
    return TIME.exec(rest)?.index === 0 ? timeIn(HAN.test(text) ? `${rest}\n${text}` : rest, now) : undefined
  })
  return latest(found)
}
