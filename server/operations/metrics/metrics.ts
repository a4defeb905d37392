import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Services } from '../../services.ts'
import { channelsByStatus, chargedTotals } from './queries.ts'

interface Metric {
  name: string
  kind: 'gauge' | 'counter'
  help: string
  samples: { labels?: Record<string, string>; value: number }[]
}

/** The state of this node in Prometheus' text format (version 0.0.4). */
export async function metricsText(services: Services): Promise<string> {
  const { store } = services
  const [charged, channels] = await Promise.all([chargedTotals(store.db), channelsByStatus(store.db)])
  const counts = new Map(channels.map(({ status, count }) => [status, count]))
  const metrics = [
    ...processMetrics(services),
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
    ...limitMetrics(services),
    ...watchdogMetrics(services),
  ]
  return metrics.map(render).join('')
}

function processMetrics({ startedAt, calls, accounting, config, store }: Services): Metric[] {
  const { user, system } = process.cpuUsage()
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
      'switchyard_ledger_pending_charges',
      'gauge',
      'Charges not yet in the database',
      accounting.ledger.pending,
    ),
    singleMetric(
      'switchyard_ledger_writable',
      'gauge',
      '1 while calls can be charged',
      Number(accounting.ledger.writable()),
    ),
  ]
}

function limitMetrics({ callLimits }: Services): Metric[] {
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

function watchdogMetrics({ watchdog }: Services): Metric[] {
  const { last } = watchdog
  if (!last) return []
  const byCheck = (field: 'looked_at' | 'wrong') =>
    last.checks.map((check) => ({ labels: { check: check.name }, value: check[field] }))
  return [
    singleMetric('switchyard_watchdog_last_run_timestamp_seconds', 'gauge', 'Start of the last check', last.started_at),
    singleMetric(
      'switchyard_watchdog_duration_seconds',
      'gauge',
      'Duration of the last check',
      last.milliseconds / 1000,
    ),
    { name: 'switchyard_watchdog_checked', kind: 'gauge', help: 'Items checked', samples: byCheck('looked_at') },
    { name: 'switchyard_watchdog_wrong', kind: 'gauge', help: 'Items that do not add up', samples: byCheck('wrong') },
  ]
}

const singleMetric = (name: string, kind: Metric['kind'], help: string, value: number): Metric => ({
  name,
  kind,
  help,
  samples: [{ value }],
})

function render({ name, kind, help, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text.replace(/[\\"\n]/g, '\\$&')}"`)
    return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join('')}`
}
