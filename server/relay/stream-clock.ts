/** A stream that wants to be looked at once a second. */
export interface Ticking {
  /** `now` in milliseconds since the epoch. */
  tick(now: number): void
}

/** One timer for all streams: limits and keep-alives need no timer each. */
export interface StreamClock {
  add(stream: Ticking): void
  remove(stream: Ticking): void
}

const TICK_MS = 1000

/** A clock that runs only while there are streams. */
export function createStreamClock(): StreamClock {
  const streams = new Set<Ticking>()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    const now = Date.now()
    for (const stream of streams) stream.tick(now)
  }
  return {
    add(stream) {
      streams.add(stream)
      timer ??= setInterval(tick, TICK_MS)
    },
    remove(stream) {
      streams.delete(stream)
      if (streams.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
