import { every } from '../../platform/async/ticker.ts'
import type { WorkerProcess } from './worker-process.ts'

/** How often a worker is asked whether it works. */
export const LOOK_MS = 5000
/**
 * A worker that leaves so many questions in a row unanswered stands still. Questions are counted, not seconds: a machine
 * that slept has asked none.
 */
const MAX_UNANSWERED = 6

/** Ends a worker that stands still, so that another takes its place: its callers would wait for ever. */
export function endSilent({ number, link, ended, kill }: WorkerProcess, lookMs: number, warn: (text: string) => void) {
  let unanswered = 0
  const stop = every(lookMs, () => {
    if (unanswered >= MAX_UNANSWERED) {
      void stop()
      warn(`worker ${number} has answered nothing for ${(MAX_UNANSWERED * lookMs) / 1000} s and is ended`)
      kill()
      return
    }
    unanswered += 1
    link.request('ping', undefined).then(
      () => {
        unanswered = 0
      },
      () => {},
    )
  })
  void ended.then(stop)
}
