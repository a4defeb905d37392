const DAY_MINUTES = 1440

/**
 * Returns the Unix second at which the quiet hours end that `now` is in; undefined = it is in none. Both are times of
 * day in a time zone, such as `22:00` and `07:30`.
 */
export function quietUntil(now: number, from: string, to: string, timeZone: string): number | undefined {
  if (from === '' || to === '' || from === to) return undefined
  const start = minutesOf(from)
  const end = minutesOf(to)
  const { minute, second } = timeOfDay(now, timeZone)
  const isQuiet = start < end ? minute >= start && minute < end : minute >= start || minute < end
  if (!isQuiet) return undefined
  return now - second + ((end - minute + DAY_MINUTES) % DAY_MINUTES) * 60
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function timeOfDay(now: number, timeZone: string): { minute: number; second: number } {
  const format = { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const text = new Intl.DateTimeFormat('en-GB', format).format(now * 1000)
  return { minute: minutesOf(text.slice(0, 5)), second: Number(text.slice(6, 8)) }
}
