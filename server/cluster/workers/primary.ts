import { within } from '../../platform/async/with-timeout.ts'
import type { WorkerPorts } from '../../platform/config.ts'
import { createSharedPermits } from '../../platform/meters/shared-permits.ts'
import { createTurnQueue } from '../../platform/store/write-turns.ts'
import type { PeerAddresses } from '../../wire/http1/server/tunnel.ts'
import { createAnswers } from './answer-worker.ts'
import { createLoadSampler, SAMPLE_MS, type WorkerCounts, watchLoad } from './growth.ts'
import type { SharedParts } from './shared-parts.ts'
import { endSilent, LOOK_MS } from './silence.ts'
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
   * Starts the workers, and starts each again that ends. Resolves when each listens, or has ended. Later it starts more
   * if there may be more, whenever this process has too much to do.
   */
  start(place: Omit<WorkerPorts, 'number'>, own: OwnServer): Promise<void>
  /** Lets the workers finish their calls. Resolves when they have ended. */
  stop(): Promise<void>
}

/** The server of this process. */
export interface OwnServer {
  /** Callers' addresses by the local port of their connection to the web server. */
  peers: PeerAddresses
  spreadConnections(): void
}

/** What the workers are made of, and how the load of this process is looked at. */
const PARTS = {
  startProcess: startWorkerProcess,
  createSampler: createLoadSampler,
  sampleMs: SAMPLE_MS,
  lookMs: LOOK_MS,
}

/** Prepares what the processes share; none runs before `start`. `warn` is told when one ends, or is added. */
export function openWorkers({ first, most }: WorkerCounts, warn: (message: string) => void, parts = PARTS): Workers {
  const running = new Map<number, WorkerProcess>()
  const turns = createTurnQueue<number>()
  const permits = createSharedPermits()
  const restarts = createRestarts(warn)
  let deliver: (message: string) => Promise<unknown> = async () => {}
  let own: OwnServer = { peers: new Map(), spreadConnections() {} }
  let stopGrowth: () => void = () => {}
  let stopping = false

  const processes = () => PRIMARY + running.size
  const others = (from: number) => [...running.values()].filter(({ number }) => number !== from)

  /** Starts a worker. Resolves when it listens, or has ended. */
  function start(place: WorkerPorts, pauseMs = FIRST_PAUSE_MS): Promise<void> {
    const { number } = place
    const ready = Promise.withResolvers<void>()
    const { answers, forget } = createAnswers({
      number,
      turns,
      permits: permits.of(number),
      peers: own.peers,
      onChange: (message) => Promise.all([deliver(message), passTo(others(number), message)]),
      onListening() {
        tellCount(others(PRIMARY), processes(), true)
        own.spreadConnections()
        ready.resolve()
      },
    })
    const startedAt = Date.now()
    const worker = parts.startProcess(place, answers)
    running.set(number, worker)
    endSilent(worker, parts.lookMs, warn)
    void worker.ended.then((how) => {
      running.delete(number)
      forget()
      permits.forget(number)
      tellCount(others(PRIMARY), processes(), false)
      ready.resolve()
      const ranMs = Date.now() - startedAt
      if (!stopping) restarts.plan({ number, how, ranMs, pauseMs }, (nextPauseMs) => void start(place, nextPauseMs))
    })
    return ready.promise
  }

  return {
    shared: {
      turns: { take: () => turns.take(PRIMARY) },
      transport: {
        send: (message) => passTo(others(PRIMARY), message),
        onMessage(listener) {
          deliver = listener
        },
        close: async () => {},
      },
      permits: permits.of(PRIMARY),
      processes,
      metrics: () => metricsOf([...running.values()]),
    },
    async start(place, ownServer) {
      own = ownServer
      const numbers = Array.from({ length: first - 1 }, (_, index) => PRIMARY + 1 + index)
      await Promise.all(numbers.map((number) => start({ ...place, number })))
      if (most === first) return
      stopGrowth = watchLoad(parts.createSampler(), parts.sampleMs, { first, most }, (number) => {
        warn(`this process has used most of a core for some seconds; process ${number} of at most ${most} starts`)
        void start({ ...place, number })
      })
    },
    async stop() {
      stopping = true
      stopGrowth()
      restarts.cancel()
      for (const { link } of others(PRIMARY)) link.request('stop', undefined).catch(() => {})
      await Promise.all(others(PRIMARY).map(({ ended }) => ended))
    },
  }
}

/** A process that has ended, after so many milliseconds, and the pause until it should have started again. */
interface Ended {
  number: number
  how: number | string
  ranMs: number
  pauseMs: number
}

/** Plans starts of processes that have ended: soon, and later the more often one ends at once. */
function createRestarts(warn: (message: string) => void) {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  return {
    /** `start` gets the pause of the next time. */
    plan({ number, how, ranMs, pauseMs }: Ended, start: (nextPauseMs: number) => void): void {
      const pause = ranMs > SOUND_MS ? FIRST_PAUSE_MS : pauseMs
      warn(`worker ${number} has ended (${how}); another starts in ${pause} ms`)
      const timer = setTimeout(() => {
        timers.delete(timer)
        start(Math.min(2 * pause, MAX_PAUSE_MS))
      }, pause)
      timers.add(timer)
    },
    cancel(): void {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Passes a change on. Resolves when the workers have applied it, or take too long. */
function passTo(workers: readonly WorkerProcess[], message: string): Promise<unknown> {
  return Promise.all(workers.map(({ link }) => within(CHANGE_MS, link.request('change', message)).catch(() => {})))
}

/** Tells workers how many processes run. `spread`: one of them is new, and has no connections. */
function tellCount(workers: readonly WorkerProcess[], running: number, spread: boolean): void {
  for (const { link } of workers) link.request('processes', { running, spread }).catch(() => {})
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
