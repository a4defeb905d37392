import { expect, test } from 'bun:test'
import { simulateWorkers, type WorkerCosts } from './simulate.ts'

const COSTS: WorkerCosts = { call: 100, batch: 1000, record: 4, lease: 500, callsPerLease: 5000, takesTurns: true }
const gain = (processes: number, costs: WorkerCosts) =>
  simulateWorkers(processes, costs).settledPerSecond / simulateWorkers(1, costs).settledPerSecond

test('while one writer keeps up, eight processes settle nearly eight times as much', () => {
  expect(gain(8, COSTS)).toBeGreaterThan(7.6)
  expect(gain(8, COSTS)).toBeLessThanOrEqual(8.01)
})

test('a writer of one file is the limit where records cost more, and writers of their own are none', () => {
  const dear = { ...COSTS, record: 50 }
  const shared = simulateWorkers(8, dear)
  expect(shared.settledPerSecond).toBeLessThan(1_000_000 / dear.record)
  expect(shared.settledPerSecond).toBeGreaterThan(0.9 * (1_000_000 / (dear.record + dear.batch / 1024)))
  expect(gain(8, { ...dear, takesTurns: false })).toBeGreaterThan(7.6)
})

test('leases wait longer where more processes write', () => {
  const one = simulateWorkers(1, COSTS).leaseWaitP99
  expect(simulateWorkers(8, COSTS).leaseWaitP99).toBeGreaterThan(one)
  expect(simulateWorkers(8, COSTS).leaseWaitP99).toBeLessThan(100)
})
