import { type LoadJob, runLoad } from '../load.ts'
import { type ThreadTimes, threadTimes } from '../process.ts'
import { BODIES, CONNECTIONS } from '../scenarios.ts'
import type { Target } from '../target.ts'
import type { Figures } from './verdict.ts'

/** µs of a call. */
export interface CallCost {
  all: number
  /** In the thread that answers. */
  answering: number
}

export type Lane = keyof typeof LANES
export type Pair = readonly [gateway: Target, bare: Target]

interface Load extends Pick<LoadJob, 'body' | 'connections' | 'expect'> {
  /** Calls until the code is compiled for good: a number, not a time, so that a busy machine measures the same. */
  warmCalls: number
}

/** As many connections as keep both relays busy: one that waits for each call pays for being woken. */
const BUSY = 4 * CONNECTIONS
const LANES = {
  small: { body: BODIES.small, connections: BUSY, expect: '"choices"', warmCalls: 40_000 },
  stream: { body: BODIES.stream, connections: BUSY, expect: '[DONE]', warmCalls: 500 },
  large: { body: BODIES.large, connections: CONNECTIONS, expect: '"choices"', warmCalls: 500 },
} satisfies Record<string, Load>

/** Short and many: some of them fall between what else the machine does. */
export const ROUNDS = 8
export const MORE_ROUNDS = 16
const ROUND_SECONDS = 0.25
const WARM_SECONDS = 1
/** Calls are settled every 300 ms, which belongs to them. */
const AFTERMATH_MS = 350

/** Measures lanes in rounds by turns and returns the ratios of both targets' cheapest rounds. */
export async function measureCpu([gateway, bare]: Pair, lanes: readonly Lane[], rounds: number) {
  const figures: Partial<Figures> = {}
  for (const lane of lanes) {
    for (let calls = 0; calls < LANES[lane].warmCalls; ) calls += await send(gateway, lane, WARM_SECONDS)
    const costs: [CallCost[], CallCost[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      costs[0].push(await costOf(gateway, lane, AFTERMATH_MS))
      costs[1].push(await costOf(bare, lane, 0))
    }
    const [ours, theirs] = costs.map(cheapest) as [CallCost, CallCost]
    figures[`${lane}-cpu`] = ours.all / theirs.all
    if (lane === 'small') figures['small-thread'] = ours.answering / theirs.all
    const [all, answering, floor] = [ours.all, ours.answering, theirs.all].map((cost) => cost.toFixed(1))
    console.error(`${lane} calls: ${all} µs, ${answering} of them in the thread that answers; bare relay ${floor}`)
  }
  return figures
}

const cheapest = (costs: readonly CallCost[]): CallCost => ({
  all: Math.min(...costs.map(({ all }) => all)),
  answering: Math.min(...costs.map(({ answering }) => answering)),
})

async function costOf(target: Target, lane: Lane, aftermathMs: number): Promise<CallCost> {
  const pid = target.pid ?? 0
  const before = threadTimes(pid)
  const calls = await send(target, lane, ROUND_SECONDS)
  await Bun.sleep(aftermathMs)
  return callCost(pid, before, threadTimes(pid), calls)
}

/** What each of a number of calls took between two readings of a process, whose id is that of its answering thread. */
export function callCost(pid: number, before: ThreadTimes, after: ThreadTimes, calls: number): CallCost {
  const spent = (thread: number) => (after.get(thread) ?? 0) - (before.get(thread) ?? 0)
  // A thread that ended takes its time with it.
  const all = [...after.keys()].reduce((sum, thread) => sum + spent(thread), 0)
  return { all: all / calls, answering: spent(pid) / calls }
}

async function send({ name, port, headers }: Target, lane: Lane, seconds: number): Promise<number> {
  const { calls, failures } = await runLoad({ ...LANES[lane], port, headers, seconds })
  if (failures.length > 0) throw new Error(`${name}: ${[...new Set(failures)].join('\n')}`)
  return calls
}
