/** A time as it is written in a time zone. */
export interface ZonedTime {
  /** 2026-03-01 08:00:00 */
  local: string
  /** 2026-03-01T08:00:00+08:00 */
  iso: string
}

/** Time zones change their offset at multiples of a quarter of an hour. */
const OFFSET_STEP_SECONDS = 900

/**
 * Returns a function that writes times (unix seconds) of a zone. The offset is computed once per quarter of an
 * hour, because rows come in order.
 */
export function zonedTimes(timeZone: string): (seconds: number) => ZonedTime {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  let step = Number.NaN
  let offset = 0
  let suffix = ''
  return (seconds) => {
    const current = Math.floor(seconds / OFFSET_STEP_SECONDS)
    if (current !== step) {
      step = current
      const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      suffix = name.slice('GMT'.length) || '+00:00'
      offset = parseOffset(suffix)
    }
    const text = new Date((seconds + offset) * 1000).toISOString().slice(0, 19)
    return { local: text.replace('T', ' '), iso: text + suffix }
  }
}

function parseOffset(offset: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
}
