import type { Services } from '../../../services.ts'

/** Sends the metrics of this node at intervals, where a receiver is configured: the same that `/metrics` shows. */
export async function startMetricsExport(services: Services): Promise<{ stop(): Promise<void> }> {
  const { config, accounting, log } = services
  if (!config.telemetry?.metricsUrl) return { stop: async () => {} }
  const { exportMetrics } = await import('./periodic-export.ts')
  const { version } = config
  const source = { version, nodeId: accounting.nodeId, warn: (message: string) => log.warn(message) }
  return exportMetrics(services, config.telemetry, source)
}
