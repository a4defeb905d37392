import { RELOADED_AFTER_GAP } from '../../platform/store/bus.ts'
import type { Metric } from '../../platform/telemetry/metric.ts'
import { createProcessLink, type LinkMessage, type Requests } from './process-link.ts'
import type { PrimaryRequests, WorkerRequests } from './requests.ts'
import type { SharedParts } from './shared-parts.ts'

/** The way from a worker to the primary process of its server. */
export interface LinkToPrimary {
  shared: SharedParts
  /** Tells the primary's web server whose connection has a local port. */
  peers: { set(port: number, address: string): Promise<void>; delete(port: number): void }
  /** Tells the primary that this worker accepts connections, and how it is stopped, observed and relieved of them. */
  listening(worker: { stop(): void; metrics(): Promise<Metric[]>; spreadConnections(): void }): void
}

/** Opens the link of this worker. The process ends when the primary does, as if it were a part of it. */
export function openLinkToPrimary(): LinkToPrimary {
  let deliver: (message: string) => Promise<unknown> = async () => {}
  let worker: Parameters<LinkToPrimary['listening']>[0] | undefined
  let processes = 1
  const handlers: WorkerRequests & Requests = {
    change: (message) => deliver(message),
    processes({ running, spread }) {
      processes = running
      if (spread) worker?.spreadConnections()
    },
    ping() {},
    metrics: async () => (await worker?.metrics()) ?? [],
    stop() {
      if (!worker) process.exit(0)
      worker.stop()
    },
  }
  const send = (message: LinkMessage) => void process.send?.(message)
  const link = createProcessLink<PrimaryRequests>(send, handlers)
  process.on('message', (message) => link.receive(message as LinkMessage))
  process.on('disconnect', () => process.exit(1))
  const ignore = () => {}

  return {
    shared: {
      turns: {
        async take() {
          const turn = await link.request('takeTurn', undefined)
          return () => void link.request('endTurn', turn).catch(ignore)
        },
      },
      transport: {
        send: (message) => link.request('change', message).catch(ignore),
        onMessage(listener) {
          deliver = listener
        },
        close: async () => {},
      },
      permits: {
        forgets: true,
        takePermits: (key, request) => link.request('takePermits', { key, request }),
        takeSlots: (key, request) => link.request('takeSlots', { key, request }),
        returnSlots: (key, slots) => link.request('returnSlots', { key, slots }).catch(ignore),
        readUse: (keys) => link.request('readUse', keys),
      },
      processes: () => processes,
      metrics: undefined,
    },
    peers: {
      set: (port, address) => link.request('setPeer', { port, address }),
      delete: (port) => void link.request('deletePeer', port).catch(ignore),
    },
    listening(started) {
      worker = started
      // What was read before its change arrived is read again.
      for (const change of RELOADED_AFTER_GAP) void deliver(JSON.stringify(change))
      void link.request('listening', undefined).catch(ignore)
    },
  }
}
