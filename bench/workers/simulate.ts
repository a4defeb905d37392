/** What things cost, in microseconds, and whether all processes write to one file. */
export interface WorkerCosts {
  /** CPU of a relayed call in the thread that serves it. */
  call: number
  /** A settled batch, and each of its records. */
  batch: number
  record: number
  /** A transaction that leases units, and after how many calls of a process there is one. */
  lease: number
  callsPerLease: number
  /** The processes write one after the other, as on SQLite. */
  takesTurns: boolean
}

/** How a server of several processes fares when all of them are busy all the time. */
export interface SimulatedServer {
  callsPerSecond: number
  /** Of these, how many are in the database when the time is over; fewer means that the database falls behind. */
  settledPerSecond: number
  /** How long leases wait for their turn, in ms. */
  leaseWaitP99: number
}

/** As the settler does it: it writes when so many records wait, and takes at most so many at once. */
const BATCH_FROM = 256
const BATCH_MOST = 1024

interface Process {
  /** Records that are settled, or will not be before the end. */
  settled: number
  inDatabase: number
  /** When the last batch of this process ended. */
  endedAt: number
  /** The calls after which the next lease is due. */
  leaseAt: number
}

/** Simulates processes with a core each, which call by call make records and leases, for some seconds. */
export function simulateWorkers(processes: number, costs: WorkerCosts, seconds = 10): SimulatedServer {
  const end = seconds * 1_000_000
  const states = Array.from(
    { length: processes },
    (): Process => ({ settled: 0, inDatabase: 0, endedAt: 0, leaseAt: costs.callsPerLease }),
  )
  /** When each writer is free; on SQLite there is one for all. */
  const freeAt = states.map(() => 0)
  const waits: number[] = []
  for (;;) {
    const { process, kind, at } = nextRequest(states, costs)
    if (at >= end) break
    const writer = costs.takesTurns ? 0 : process
    const state = states[process] as Process
    const begin = Math.max(at, freeAt[writer] ?? 0)
    if (kind === 'lease') {
      // Those that wait at the end count with what they have waited so far.
      waits.push(Math.min(begin, end) - at)
      state.leaseAt += costs.callsPerLease
      if (begin < end) freeAt[writer] = begin + costs.lease
    } else if (begin >= end) {
      state.settled = Number.POSITIVE_INFINITY
    } else {
      const records = Math.min(BATCH_MOST, Math.floor(begin / costs.call) - state.settled)
      state.settled += records
      state.inDatabase += records
      state.endedAt = begin + costs.batch + records * costs.record
      freeAt[writer] = state.endedAt
    }
  }
  waits.sort((a, b) => a - b)
  const settled = states.reduce((sum, state) => sum + state.inDatabase, 0)
  return {
    callsPerSecond: (processes * 1_000_000) / costs.call,
    settledPerSecond: settled / seconds,
    leaseWaitP99: (waits[Math.floor(waits.length * 0.99)] ?? 0) / 1000,
  }
}

/** The request that came first: a lease that is due, or a batch that is full. A process settles one batch at a time. */
function nextRequest(states: readonly Process[], costs: WorkerCosts) {
  let first = { process: 0, kind: 'lease' as 'lease' | 'batch', at: Number.POSITIVE_INFINITY }
  for (const [process, { settled, endedAt, leaseAt }] of states.entries()) {
    const lease = leaseAt * costs.call
    if (lease < first.at) first = { process, kind: 'lease', at: lease }
    const full = (settled + BATCH_FROM) * costs.call
    // Whoever has just settled asks again behind those that wait.
    const batch = Math.max(full, endedAt)
    if (batch < first.at) first = { process, kind: 'batch', at: batch }
  }
  return first
}
