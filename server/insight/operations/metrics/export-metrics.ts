import type { Calls } from '../../../calls/calls.ts'
import type { Money } from '../../../money/money.ts'
import type { Platform } from '../../../platform/platform.ts'
import { proxyVariables } from '../../../wire/egress/find-way.ts'

/** Sends the metrics of this node at intervals, where a receiver is configured: the same that `/metrics` shows. */
export async function startMetricsExport(services: Platform & Money & Calls): Promise<{ stop(): Promise<void> }> {
  const { config, accounting, log } = services
  if (!config.telemetry?.metricsUrl) return { stop: async () => {} }
  const { exportMetrics } = await import('./periodic-export.ts')
  const { version } = config
  const source = {
    version,
    nodeId: accounting.nodeId,
    warn: (message: string) => log.warn(message),
    proxies: proxyVariables(),
  }
  return exportMetrics(services, config.telemetry, source)
}
