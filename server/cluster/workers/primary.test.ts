import { expect, test } from 'bun:test'
import { until } from '#test/harness/until.ts'
import type { WorkerPorts } from '../../platform/config.ts'
import { openWorkers } from './primary.ts'
import { createProcessLink, type Requests } from './process-link.ts'
import type { PrimaryRequests, WorkerRequests } from './requests.ts'
import type { WorkerProcess } from './worker-process.ts'

const BUSY = { busy: 1, idleCores: 1, availableBytes: Number.MAX_SAFE_INTEGER }

/** Workers that are no processes: each end of their link is in this one. */
function createFakeProcesses() {
  const started: {
    number: number
    told: { running: number; spread: boolean }[]
    end(status: number): void
    stand(): void
  }[] = []
  function startProcess({ number }: WorkerPorts, answers: Requests): WorkerProcess {
    const ended = Promise.withResolvers<number | string>()
    let stands = false
    const told: { running: number; spread: boolean }[] = []
    const handlers: WorkerRequests & Requests = {
      change: async () => {},
      processes: (now) => void told.push(now),
      metrics: async () => [],
      ping: () => (stands ? new Promise<void>(() => {}) : undefined),
      stop: () => ended.resolve(0),
    }
    const link = createProcessLink<WorkerRequests>((message) => worker.receive(message), answers)
    const worker = createProcessLink<PrimaryRequests>((message) => link.receive(message), handlers)
    const stand = () => {
      stands = true
    }
    started.push({ number, told, end: ended.resolve, stand })
    queueMicrotask(() => void worker.request('listening', undefined))
    return { number, link, ended: ended.promise, kill: () => ended.resolve('SIGKILL') }
  }
  return { started, startProcess }
}

test('a busy server gets one process after the other, up to its bound, and connections are spread each time', async () => {
  const { started, startProcess } = createFakeProcesses()
  let busy = false
  let spread = 0
  const warnings: string[] = []
  const createSampler = () => () => ({ ...BUSY, busy: busy ? 1 : 0 })
  const parts = { startProcess, createSampler, sampleMs: 1, lookMs: 1000 }
  const workers = openWorkers({ first: 1, most: 3 }, (message) => warnings.push(message), parts)
  const own = { peers: new Map(), spreadConnections: () => void spread++ }
  await workers.start({ port: 1, webPort: 2 }, own)
  expect(workers.shared.processes()).toBe(1)
  busy = true
  await until(() => spread === 2)
  expect(started.map(({ number }) => number)).toEqual([2, 3])
  expect(warnings.map((text) => /process \d of at most 3/.exec(text)?.[0])).toEqual([
    'process 2 of at most 3',
    'process 3 of at most 3',
  ])
  // The first hears of the second.
  expect(started[0]?.told.at(-1)).toEqual({ running: 3, spread: true })
  await Bun.sleep(20)
  expect(started).toHaveLength(2)

  started[1]?.end(1)
  await until(() => workers.shared.processes() === 2)
  expect(started[0]?.told.at(-1)).toEqual({ running: 2, spread: false })
  await until(() => workers.shared.processes() === 3)
  expect(started.map(({ number }) => number)).toEqual([2, 3, 3])
  await workers.stop()
  expect(workers.shared.processes()).toBe(1)
})

test('a server with a fixed number of processes has them from the start, and no more', async () => {
  const { started, startProcess } = createFakeProcesses()
  const parts = { startProcess, createSampler: () => () => BUSY, sampleMs: 1, lookMs: 1000 }
  const workers = openWorkers({ first: 3, most: 3 }, () => {}, parts)
  await workers.start({ port: 1, webPort: 2 }, { peers: new Map(), spreadConnections() {} })
  await Bun.sleep(20)
  expect(started.map(({ number }) => number)).toEqual([2, 3])
  await workers.stop()
})

test('a worker that stands still is noticed by its silence and replaced, and no other', async () => {
  const { started, startProcess } = createFakeProcesses()
  const warnings: string[] = []
  const parts = { startProcess, createSampler: () => () => BUSY, sampleMs: 1000, lookMs: 1 }
  const workers = openWorkers({ first: 3, most: 3 }, (message) => warnings.push(message), parts)
  await workers.start({ port: 1, webPort: 2 }, { peers: new Map(), spreadConnections() {} })
  started[0]?.stand()
  await until(() => started.length === 3)
  expect(started.map(({ number }) => number)).toEqual([2, 3, 2])
  expect(warnings[0]).toContain('worker 2 has answered nothing')
  expect(warnings[1]).toContain('worker 2 has ended (SIGKILL)')
  await workers.stop()
})
