import { randomBytes } from 'node:crypto'
import type { PermitGrant, PermitRequest, PermitSource, UseKey } from './permit-source.ts'

/** What the processes of one server may use of limits together, counted in the memory of one of them. */
export interface SharedPermits {
  /** The source for one of the processes. */
  of(process: number): Omit<PermitSource, 'isUp' | 'close'>
  /** Frees the places of a process that is gone. */
  forget(process: number): void
}

/** A window of a limit in which something was granted. */
interface Window {
  name: string
  total: number
  /** By the monotonic clock, in milliseconds. */
  endsAt: number
}

/** Ended windows are forgotten at this number of windows in memory, then at twice the number that was left. */
const SWEEP_AT = 1000

/** Creates permits that count with a monotonic clock; `now` is in milliseconds. */
export function createSharedPermits(now: () => number = () => performance.now()): SharedPermits {
  const windows = new Map<string, Window>()
  /** Places by key and process. */
  const places = new Map<string, Map<number, number>>()
  let sweepAt = SWEEP_AT

  function sweep(): void {
    if (windows.size < sweepAt) return
    for (const [key, window] of windows) if (window.endsAt <= now()) windows.delete(key)
    sweepAt = Math.max(SWEEP_AT, 2 * windows.size)
  }

  function windowOf(key: string, { windowMs, counted = 0 }: PermitRequest): Window {
    const known = windows.get(key)
    if (known && known.endsAt > now()) return known
    sweep()
    const window = { name: randomBytes(6).toString('hex'), total: counted, endsAt: now() + windowMs }
    windows.set(key, window)
    return window
  }

  function take(key: string, request: PermitRequest): PermitGrant {
    const window = windowOf(key, request)
    window.total += request.debt
    const left = request.limit - window.total
    const granted = request.least <= left ? Math.max(0, Math.min(request.want, left)) : 0
    window.total += granted
    return { granted, msLeft: window.endsAt - now(), total: window.total, window: window.name }
  }

  function keepPlaces(key: string, process: number, change: number): void {
    const byProcess = places.get(key) ?? new Map<number, number>()
    places.set(key, byProcess)
    const has = (byProcess.get(process) ?? 0) + change
    if (has > 0) byProcess.set(process, has)
    else byProcess.delete(process)
    if (byProcess.size === 0) places.delete(key)
  }

  const takenPlaces = (key: string) => [...(places.get(key)?.values() ?? [])].reduce((sum, each) => sum + each, 0)

  function used({ key, kind }: UseKey): number {
    if (kind === 'slots') return takenPlaces(key)
    const window = windows.get(key)
    return window && window.endsAt > now() ? window.total : 0
  }

  return {
    of: (process) => ({
      forgets: true,
      takePermits: async (key, request) => take(key, request),
      async takeSlots(key, { want, limit }) {
        const granted = Math.max(0, Math.min(want, limit - takenPlaces(key)))
        if (granted > 0) keepPlaces(key, process, granted)
        return granted
      },
      returnSlots: async (key, slots) => keepPlaces(key, process, -slots),
      readUse: async (keys) => keys.map(used),
    }),
    forget(process) {
      for (const key of [...places.keys()]) keepPlaces(key, process, -Number.MAX_SAFE_INTEGER)
    },
  }
}
