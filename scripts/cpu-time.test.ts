import { expect, test } from 'bun:test'

const { notice, startCounting } = await import(new URL('cpu-time.mjs', import.meta.url).href)

const ROOT = 1
interface Stat {
  pid: number
  parent: number
  ticks: number
}
const table = (...rows: [pid: number, parent: number, ticks: number][]) =>
  new Map<string, Stat>(rows.map(([pid, parent, ticks]) => [`${pid} 0`, { pid, parent, ticks }]))
const ticksOf = (seen: Map<string, Stat>) => [...seen.values()].map(({ pid, ticks }) => [pid, ticks])

test('descendants are found however they are ordered, and others are not', () => {
  const seen = new Map<string, Stat>()
  expect(notice(seen, table([1, 0, 5], [4, 3, 7], [3, 1, 2], [9, 0, 100]), ROOT)).toBe(0)
  expect(ticksOf(seen)).toEqual([
    [3, 2],
    [4, 7],
  ])
})

test('a child that its parent waited for is counted in the parent alone', () => {
  const seen = table([3, 1, 2], [4, 3, 7])
  expect(notice(seen, table([3, 1, 9]), ROOT)).toBe(0)
  expect(ticksOf(seen)).toEqual([[3, 9]])
  expect(notice(seen, table(), ROOT)).toBe(0)
})

test('a process that outlives its parent stays counted, also after its end', () => {
  const seen = table([3, 1, 2], [4, 3, 7])
  expect(notice(seen, table([4, 0, 8], [5, 4, 1]), ROOT)).toBe(0)
  expect(ticksOf(seen)).toEqual([
    [4, 8],
    [5, 1],
  ])
  expect(notice(seen, table([5, 0, 2]), ROOT)).toBe(8)
  expect(notice(seen, table(), ROOT)).toBe(2)
})

test.skipIf(process.platform !== 'linux')('the time of a child that works is counted', async () => {
  const end = startCounting()
  const work = 'while (process.cpuUsage().user + process.cpuUsage().system < 200_000) {}'
  await Bun.spawn([process.execPath, '-e', work]).exited
  expect(end()).toBeGreaterThanOrEqual(0.2)
})
