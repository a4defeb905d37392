import { CHECKS, type WatchdogReport } from '#contract/api/watchdog.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../../../calls/calls.ts'
import type { Money } from '../../../money/money.ts'
import { readLastReport } from '../../../money/watchdog/queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Metric, render, singleMetric } from '../../../platform/telemetry/metric.ts'
import { callMetrics } from './call-metrics.ts'
import { channelsByStatus, chargedTotals } from './queries.ts'
import { channelMetrics, journalMetrics, leaseMetrics, processMetrics } from './state-metrics.ts'

/** The state of this node in Prometheus' text format (version 0.0.4). */
export async function metricsText(services: Platform & Money & Calls): Promise<string> {
  return (await collectMetrics(services)).map(render).join('')
}

/** The state of this node: of all its processes, and what the database says of all nodes. */
export async function collectMetrics(services: Platform & Money & Calls): Promise<Metric[]> {
  const [own, workers, stored] = await Promise.all([
    ownMetrics(services),
    services.workerMetrics?.() ?? [],
    storedMetrics(services),
  ])
  if (services.processes() === 1) return [...own, ...stored]
  return [...byWorker([{ worker: 1, metrics: own }, ...workers]), ...stored]
}

/** The state of this process. */
export async function ownMetrics(services: Platform & Money & Calls): Promise<Metric[]> {
  return [
    ...processMetrics(services),
    ...callMetrics(services.traffic.totals, services.liveCalls),
    ...(await journalMetrics(services)),
    ...leaseMetrics(services),
    ...channelMetrics(services),
    ...limitMetrics(services),
  ]
}

async function storedMetrics(services: Platform & Money): Promise<Metric[]> {
  const { store, watchdog } = services
  const [charged, channels, stored] = await Promise.all([
    chargedTotals(store.db),
    channelsByStatus(store.db),
    watchdog.last ? undefined : readLastReport(store.db),
  ])
  const counts = new Map(channels.map(({ status, count }) => [status, count]))
  return [
    singleMetric('switchyard_calls_charged_total', 'counter', 'Calls charged, all nodes', charged.calls),
    singleMetric('switchyard_quota_charged_total', 'counter', 'Quota units charged, all nodes', charged.quota),
    {
      name: 'switchyard_channels',
      kind: 'gauge' as const,
      help: 'Channels by status',
      samples: Object.entries(CHANNEL_STATUS).map(([status, number]) => ({
        labels: { status },
        value: counts.get(number) ?? 0,
      })),
    },
    ...watchdogMetrics(watchdog.last ?? stored?.report),
  ]
}

/** Puts the metrics of several processes together; the label `worker` tells them apart. */
function byWorker(processes: readonly { worker: number; metrics: readonly Metric[] }[]): Metric[] {
  const all = new Map<string, Metric>()
  for (const { worker, metrics } of processes) {
    for (const metric of metrics) {
      const samples = metric.samples.map((each) => ({ ...each, labels: { ...each.labels, worker: String(worker) } }))
      const known = all.get(metric.name)
      if (known) known.samples.push(...samples)
      else all.set(metric.name, { ...metric, samples })
    }
  }
  return [...all.values()]
}

function limitMetrics({ callLimits }: Calls): Metric[] {
  const samples = [...callLimits.refusals].map(([key, value]) => {
    const [scope = '', measure = ''] = key.split(' ')
    return { labels: { scope, measure }, value }
  })
  return [
    singleMetric(
      'switchyard_limits_shared',
      'gauge',
      '1 while limits are counted with all nodes, 0 while this node has a part of each',
      Number(callLimits.state !== 'alone'),
    ),
    {
      name: 'switchyard_limit_refusals_total',
      kind: 'counter',
      help: 'Calls that a limit refused, this node',
      samples,
    },
  ]
}

/** The last check of the books: that of this node, else of any. What nobody knows yet is no number, which is not 0. */
function watchdogMetrics(last: WatchdogReport | undefined): Metric[] {
  const byCheck = (field: 'looked_at' | 'wrong') =>
    CHECKS.map((name) => {
      const found = last?.checks.find((check) => check.name === name)
      return { labels: { check: name }, value: found?.[field] ?? Number.NaN }
    })
  const at = last?.started_at ?? Number.NaN
  const seconds = (last?.milliseconds ?? Number.NaN) / 1000
  return [
    singleMetric('switchyard_watchdog_last_run_timestamp_seconds', 'gauge', 'Start of the last check', at),
    singleMetric('switchyard_watchdog_duration_seconds', 'gauge', 'Duration of the last check', seconds),
    { name: 'switchyard_watchdog_checked', kind: 'gauge', help: 'Items checked', samples: byCheck('looked_at') },
    { name: 'switchyard_watchdog_wrong', kind: 'gauge', help: 'Items that do not add up', samples: byCheck('wrong') },
  ]
}
