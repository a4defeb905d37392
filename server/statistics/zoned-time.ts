/** A time as a reader in some zone writes it. */
export interface ZonedTime {
  /** 2026-03-01 08:00:00 */
  local: string
  /** 2026-03-01T08:00:00+08:00 */
  iso: string
}

/** Zones change their offset on quarters of an hour at the finest. */
const STEP = 900

/** Writes times (unix seconds) of a zone. The offset is looked up once per quarter of an hour: rows come in order. */
export function zonedTimes(timeZone: string): (seconds: number) => ZonedTime {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  let step = Number.NaN
  let offset = 0
  let suffix = ''
  return (seconds) => {
    const current = Math.floor(seconds / STEP)
    if (current !== step) {
      step = current
      const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      suffix = name.slice('GMT'.length) || '+00:00'
      offset = secondsOf(suffix)
    }
    const text = new Date((seconds + offset) * 1000).toISOString().slice(0, 19)
    return { local: text.replace('T', ' '), iso: text + suffix }
  }
}

function secondsOf(offset: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
}
