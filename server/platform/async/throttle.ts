/** Passes a message on, then none for `pauseMs` milliseconds; the next message says how many were left out. */
export function throttleMessages(
  warn: (message: string) => void,
  pauseMs: number,
  now: () => number = performance.now.bind(performance),
): (message: string) => void {
  let until = Number.NEGATIVE_INFINITY
  let suppressed = 0
  return (message) => {
    if (now() < until) {
      suppressed += 1
      return
    }
    warn(suppressed > 0 ? `${message} (and ${suppressed} more times since the last report)` : message)
    until = now() + pauseMs
    suppressed = 0
  }
}
