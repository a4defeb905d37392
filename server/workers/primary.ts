import { within } from '../async/with-timeout.ts'
import type { WorkerPlace } from '../config.ts'
import type { PeerAddresses } from '../http1/server/tunnel.ts'
import { createSharedPermits } from '../limits/shared-permits.ts'
import { createTurnQueue } from '../store/write-turns.ts'
import { createAnswers } from './answer-worker.ts'
import type { SharedParts } from './shared-parts.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** The number of the primary process among the processes of a server. */
const PRIMARY = 1
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** A worker that ran for so long did not end because it cannot start. */
const SOUND_MS = 60_000
/** How long a worker may take to tell its metrics: a scrape must not wait for one that hangs. */
const METRICS_MS = 2000
/** How long a worker may take to apply a change: a call of the console must not wait for one that hangs. */
const CHANGE_MS = 2000

/** The workers of this process, which is the primary one: they relay calls as it does, on the same port. */
export interface Workers {
  shared: SharedParts
  /**
   * Starts the workers, and starts each again that ends. `peers`: callers' addresses by the local port of their
   * connection to this process's web server. Resolves when each listens, or has ended.
   */
  start(place: Omit<WorkerPlace, 'number'>, peers: PeerAddresses): Promise<void>
  /** Lets the workers finish their calls. Resolves when they have ended. */
  stop(): Promise<void>
}

/**
 * Prepares what the processes share; none runs before `start`. `count`: how many relay calls, this one included. `warn`
 * is told when one ends.
 */
export function openWorkers(count: number, warn: (message: string) => void): Workers {
  const running = new Map<number, WorkerProcess>()
  const turns = createTurnQueue<number>()
  const permits = createSharedPermits()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let deliver: (message: string) => Promise<unknown> = async () => {}
  let peers: PeerAddresses = new Map()
  let stopping = false

  /** Passes a change on to all workers but the one that it came from. Resolves when they have applied it. */
  function passOn(message: string, from: number): Promise<unknown> {
    const others = [...running.values()].filter(({ number }) => number !== from)
    const applied = others.map(({ link }) => within(CHANGE_MS, link.request('change', message)).catch(() => {}))
    return Promise.all(applied)
  }

  /** Starts a worker. Resolves when it listens, or has ended. */
  function start(place: WorkerPlace, pauseMs = FIRST_PAUSE_MS): Promise<void> {
    const { number } = place
    const ready = Promise.withResolvers<void>()
    const { answers, forget } = createAnswers({
      number,
      turns,
      permits: permits.of(number),
      peers,
      onChange: (message) => Promise.all([deliver(message), passOn(message, number)]),
      onListening: ready.resolve,
    })
    const startedAt = Date.now()
    const worker = startWorkerProcess(place, answers)
    running.set(number, worker)
    void worker.ended.then((how) => {
      running.delete(number)
      forget()
      permits.forget(number)
      ready.resolve()
      if (!stopping) startAgain(place, how, Date.now() - startedAt > SOUND_MS ? FIRST_PAUSE_MS : pauseMs)
    })
    return ready.promise
  }

  function startAgain(place: WorkerPlace, how: number | string, pauseMs: number): void {
    warn(`worker ${place.number} has ended (${how}); another starts in ${pauseMs} ms`)
    const timer = setTimeout(() => {
      timers.delete(timer)
      void start(place, Math.min(2 * pauseMs, MAX_PAUSE_MS))
    }, pauseMs)
    timers.add(timer)
  }

  const transport = {
    send: (message: string) => passOn(message, PRIMARY),
    onMessage(listener: (message: string) => Promise<unknown>) {
      deliver = listener
    },
    close: async () => {},
  }
  return {
    shared: {
      turns: { take: () => turns.take(PRIMARY) },
      transport,
      permits: permits.of(PRIMARY),
      metrics: () => metricsOf([...running.values()]),
    },
    async start(place, addresses) {
      peers = addresses
      const numbers = Array.from({ length: count - 1 }, (_, index) => PRIMARY + 1 + index)
      await Promise.all(numbers.map((number) => start({ ...place, number })))
    },
    async stop() {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      for (const { link } of running.values()) link.request('stop', undefined).catch(() => {})
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

/** The metrics of the workers that answer in time. */
async function metricsOf(workers: readonly WorkerProcess[]) {
  const told = workers.map(async ({ number, link }) => {
    const metrics = await Promise.race([link.request('metrics', undefined), Bun.sleep(METRICS_MS)]).catch(
      () => undefined,
    )
    return metrics ? [{ worker: number, metrics }] : []
  })
  return (await Promise.all(told)).flat()
}
