import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLease } from '#server/money/accounting/leases.ts'
import { settleBatch } from '#server/money/accounting/settle.ts'
import { openStore, type Store } from '#server/platform/store/database.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import { chargeOf } from '#test/harness/charge.ts'
import { simulateWorkers, type WorkerCosts } from './simulate.ts'

const NODE = 'bench'
const ROUNDS = 12
const CALLS_PER_LEASE = 2000
const PROCESSES = [1, 2, 4, 8]

/**
 * Measures what settling and leasing cost on SQLite here, and simulates servers of several processes with it. `call`: µs of
 * CPU that a call takes in the thread that serves it. Returns a Markdown table.
 */
export async function reportWorkers(call: number): Promise<string> {
  const lines: string[] = []
  for (const callers of [20, 300]) {
    const costs: WorkerCosts = { call, ...(await measureCosts(callers)), takesTurns: true }
    lines.push(`| SQLite, ${callers} callers | ${cellsOf(costs)} |`)
    // Writers of their own: what several cores of a database server could do at best.
    lines.push(`| a writer for each, ${callers} callers | ${cellsOf({ ...costs, takesTurns: false })} |`)
  }
  return [
    `| settled calls a second, lease wait p99 (${call} µs a call), by processes | ${PROCESSES.join(' | ')} |`,
    `| --- | ${PROCESSES.map(() => '---:').join(' | ')} |`,
    ...lines,
  ].join('\n')
}

const cellsOf = (costs: WorkerCosts) =>
  PROCESSES.map((processes) => {
    const { settledPerSecond, leaseWaitP99 } = simulateWorkers(processes, costs)
    return `${Math.round(settledPerSecond / 100) / 10} k, ${Math.round(leaseWaitP99)} ms`
  }).join(' | ')

async function measureCosts(callers: number): Promise<Omit<WorkerCosts, 'call' | 'takesTurns'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-workers-'))
  const store = await openStore({ dataDir })
  try {
    await migrate(store)
    await addUsers(store, callers)
    const settle = settler(store, callers)
    const [small, large] = [await settle(256), await settle(1024)]
    const record = Math.max(0, (large - small) / (1024 - 256))
    const begun = performance.now()
    for (let id = 1; id <= callers; id++) await takeLease(store, 'another', { kind: 'user', id }, 1000)
    const lease = ((performance.now() - begun) * 1000) / callers
    return { batch: Math.max(0, small - 256 * record), record, lease, callsPerLease: CALLS_PER_LEASE }
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function addUsers(store: Store, count: number): Promise<void> {
  const none = { access_token: null, aff_code: null, deleted_at: null }
  const users = Array.from({ length: count }, (_, index) => ({
    ...{ username: `caller-${index}`, password: '', quota: 1_000_000_000, ...none },
  }))
  await store.db.insertInto('users').values(users).execute()
  await store.db.insertInto('journal_positions').values({ node_id: NODE, segment: 1, offset: 0, floor: 1 }).execute()
  for (let id = 1; id <= count; id++) await takeLease(store, NODE, { kind: 'user', id }, 1_000_000)
}

/** Returns a function that resolves to the middle time, in µs, of settling a batch of a size. */
function settler(store: Store, callers: number) {
  let calls = 0
  let offset = 0
  return async (size: number): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const records = Array.from({ length: size }, () => {
        const user = 1 + (calls++ % callers)
        const names = { id: `call-${calls}`, name: `caller-${user}`, model: `model-${calls % 7}` }
        return chargeOf({
          ...names,
          user,
          token: user,
          channel: 1 + (calls % 5),
          at: 1_700_000_000 + Math.floor(calls / 100),
        })
      })
      const begun = performance.now()
      await settleBatch(store, NODE, records, { segment: 1, offset }, { segment: 1, offset: offset + size })
      times.push((performance.now() - begun) * 1000)
      offset += size
    }
    return times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0
  }
}
