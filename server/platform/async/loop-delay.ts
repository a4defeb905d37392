import { every } from './ticker.ts'

/** How late timers run, in milliseconds, in the last minute: what every call waits in addition. */
export interface LoopDelay {
  read(): { p50: number; p99: number; max: number }
  close(): void
}

const SAMPLE_MS = 500
const KEPT = 120

/** Measures by a timer how long the event loop is busy with one thing. `clock`: milliseconds that only grow. */
export function watchLoopDelay(clock = () => performance.now(), sampleMs = SAMPLE_MS): LoopDelay {
  const delays: number[] = []
  let expected = clock() + sampleMs
  const stop = every(sampleMs, () => {
    const now = clock()
    delays.push(Math.max(0, now - expected))
    if (delays.length > KEPT) delays.shift()
    expected = now + sampleMs
  })
  return {
    read() {
      const sorted = delays.toSorted((a, b) => a - b)
      const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
      return { p50: at(0.5), p99: at(0.99), max: at(1) }
    },
    close: () => void stop(),
  }
}

const round = (ms: number) => Math.round(ms * 10) / 10
