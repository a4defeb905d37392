import { every } from '../../../platform/async/ticker.ts'
import { Connection, type Origin } from './connection.ts'

/** Idle connections are closed before most servers would close them (nginx waits 75 s, Node 5 s). */
const IDLE_MS = 30_000
const SWEEP_MS = 5000
const MAX_IDLE_PER_ORIGIN = 256

/** Reusable connections by origin; the most recently used one is used next, so that the others can expire. */
export interface Pool {
  /** Returns an idle connection, or undefined. */
  take(origin: Origin): Connection | undefined
  open(origin: Origin): Promise<Connection>
  /** Takes a connection back that has no user any more. */
  release(connection: Connection): void
  /** Closes all idle connections. */
  clear(): void
}

export function createPool(now: () => number = Date.now): Pool {
  const idle = new Map<string, Connection[]>()
  let stopSweeping: (() => void) | undefined

  /** Called when a server closed a connection; those in use are not in the list. */
  function forget(connection: Connection): void {
    const list = idle.get(connection.origin.key)
    const index = list?.indexOf(connection) ?? -1
    if (index >= 0) list?.splice(index, 1)
  }

  function sweep(before: number): void {
    for (const [key, list] of idle) {
      const stale = list.findIndex((connection) => connection.idleSince > before)
      for (const connection of list.splice(0, stale < 0 ? list.length : stale)) connection.destroy()
      if (list.length === 0) idle.delete(key)
    }
    if (idle.size > 0) return
    stopSweeping?.()
    stopSweeping = undefined
  }

  return {
    take: (origin) => idle.get(origin.key)?.pop(),
    open: (origin) => Connection.open(origin, forget),
    release(connection) {
      if (connection.closed) return
      const list = idle.get(connection.origin.key) ?? []
      idle.set(connection.origin.key, list)
      connection.idleSince = now()
      list.push(connection)
      if (list.length > MAX_IDLE_PER_ORIGIN) list.shift()?.destroy()
      stopSweeping ??= every(SWEEP_MS, () => sweep(now() - IDLE_MS))
    },
    clear: () => sweep(Number.POSITIVE_INFINITY),
  }
}
