import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Calls } from '../../../calls/calls.ts'
import { journalDir, listSegments, segmentPath } from '../../../money/accounting/journal-files.ts'
import type { Money } from '../../../money/money.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Metric, type Sample, singleMetric } from '../../../platform/telemetry/metric.ts'

/** The process, and the event loop that serves all its calls. */
export function processMetrics({ startedAt, calls, config, store, loopDelay }: Platform & Calls): Metric[] {
  const { user, system } = process.cpuUsage()
  const delay = loopDelay.read()
  return [
    singleMetric('process_start_time_seconds', 'gauge', 'Start of the process, unix seconds', startedAt),
    singleMetric('process_cpu_seconds_total', 'counter', 'CPU time used', (user + system) / 1_000_000),
    singleMetric('process_resident_memory_bytes', 'gauge', 'Memory in use', process.memoryUsage.rss()),
    {
      name: 'switchyard_info',
      kind: 'gauge',
      help: 'Version and database',
      samples: [{ labels: { version: config.version, database: store.engine }, value: 1 }],
    },
    singleMetric('switchyard_relay_calls_active', 'gauge', 'Relayed calls in progress', calls.active),
    singleMetric(
      'switchyard_draining',
      'gauge',
      '1 while new calls are refused, because the node stops',
      Number(calls.draining),
    ),
    {
      name: 'switchyard_event_loop_delay_seconds',
      kind: 'summary',
      help: 'How late timers ran in the last minute',
      samples: [
        { labels: { quantile: '0.5' }, value: delay.p50 / 1000 },
        { labels: { quantile: '0.99' }, value: delay.p99 / 1000 },
        { labels: { quantile: '1' }, value: delay.max / 1000 },
      ],
    },
  ]
}

/** The journal, and the settler that brings it into the database. */
export async function journalMetrics({ accounting, config }: Platform & Money): Promise<Metric[]> {
  const { ledger, nodeId } = accounting
  const dir = journalDir(config.dataDir, nodeId)
  const segments = listSegments(dir)
  const { bavail, bsize } = await statfs(dir)
  // A settled segment may be deleted meanwhile.
  const sizes = segments.map((segment) => statSync(segmentPath(dir, segment), { throwIfNoEntry: false })?.size ?? 0)
  const { settled } = ledger
  return [
    singleMetric('switchyard_ledger_pending_charges', 'gauge', 'Charges not yet in the database', ledger.pending),
    singleMetric('switchyard_ledger_writable', 'gauge', '1 while calls can be charged', Number(ledger.writable())),
    singleMetric('switchyard_journal_segments', 'gauge', 'Files of the journal', segments.length),
    singleMetric(
      'switchyard_journal_bytes',
      'gauge',
      'Size of the journal',
      sizes.reduce((sum, size) => sum + size, 0),
    ),
    singleMetric('switchyard_disk_free_bytes', 'gauge', 'Free space of the data folder', bavail * bsize),
    singleMetric(
      'switchyard_settled_records_total',
      'counter',
      'Records brought into the database, this node',
      settled.records,
    ),
    singleMetric(
      'switchyard_settle_failures_total',
      'counter',
      'Batches that the database refused, this node',
      settled.failures,
    ),
    singleMetric(
      'switchyard_settle_last_timestamp_seconds',
      'gauge',
      'When the last batch was brought into the database, unix seconds; 0 = none yet',
      settled.lastAt / 1000,
    ),
  ]
}

/** What this node has leased of balances to spend from memory. */
export function leaseMetrics({ accounting }: Money): Metric[] {
  const leases = Object.entries(accounting.wallet.count())
  const by = (count: 'leases' | 'waiting'): Sample[] =>
    leases.map(([owner, counts]) => ({ labels: { owner }, value: counts[count] }))
  return [
    { name: 'switchyard_leases', kind: 'gauge', help: 'Balances that this node has leased', samples: by('leases') },
    {
      name: 'switchyard_lease_waiting_calls',
      kind: 'gauge',
      help: 'Calls that wait for units of a balance',
      samples: by('waiting'),
    },
    {
      name: 'switchyard_lease_quota_units',
      kind: 'gauge',
      help: 'Quota units of the leases: granted, spent of these, and held for calls in progress',
      samples: leases.flatMap(([owner, { granted, spent, held }]) =>
        Object.entries({ granted, spent, held }).map(([part, value]) => ({ labels: { owner, part }, value })),
      ),
    },
  ]
}

/** How channels are: circuits of models, and keys of pools. */
export function channelMetrics({ circuits, keyPools }: Calls): Metric[] {
  const now = Date.now()
  return [
    {
      name: 'switchyard_circuits',
      kind: 'gauge',
      help: 'Models at channels that were called, by the state of their circuit, this node',
      samples: Object.entries(circuits.countByState()).map(([state, value]) => ({ labels: { state }, value })),
    },
    {
      name: 'switchyard_channel_keys',
      kind: 'gauge',
      help: 'Keys of channels that have several, by state',
      samples: [...keyPools.pools].flatMap(([channel, pool]) => {
        const { total: _, ...states } = pool.counts(now)
        return Object.entries(states).map(([state, value]) => ({ labels: { channel: String(channel), state }, value }))
      }),
    },
  ]
}
