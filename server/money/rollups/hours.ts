/** Roll-ups are by hour, in UTC. */
export const HOUR = 3600

/** The hour of a time in seconds. */
export const hourOf = (seconds: number): number => seconds - (seconds % HOUR)

/** The whole hours inside a range of seconds (both inclusive), as `from` ≤ hour < `until`; undefined = none. */
export function hoursWithin({ start, end }: { start?: number | undefined; end?: number | undefined }) {
  const from = start === undefined ? Number.MIN_SAFE_INTEGER : Math.ceil(start / HOUR) * HOUR
  const until = end === undefined ? Number.MAX_SAFE_INTEGER : Math.floor((end + 1) / HOUR) * HOUR
  return from < until ? { from, until } : undefined
}

/** The hours that begin within a range of seconds (both inclusive), as `from` ≤ hour < `until`. */
export const hoursBegunWithin = ({ start, end }: { start: number; end: number }) => ({
  from: Math.ceil(start / HOUR) * HOUR,
  until: hourOf(end) + HOUR,
})
