/** Passes a message on, then none for so many milliseconds; the next one says how many were left out. */
export function seldom(
  warn: (message: string) => void,
  pauseMs: number,
  now: () => number = performance.now.bind(performance),
): (message: string) => void {
  let until = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (message) => {
    if (now() < until) {
      leftOut += 1
      return
    }
    warn(leftOut > 0 ? `${message} (and ${leftOut} more times since the last report)` : message)
    until = now() + pauseMs
    leftOut = 0
  }
}
