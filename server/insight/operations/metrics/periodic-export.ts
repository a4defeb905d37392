import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { emptyResource } from '@opentelemetry/resources'
import { MeterProvider, type MetricProducer, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import type { Calls } from '../../../calls/calls.ts'
import type { Money } from '../../../money/money.ts'
import type { Platform } from '../../../platform/platform.ts'
import { describeSource, exporterOptions, reportProblems } from '../../../platform/telemetry/create-telemetry.ts'
import type { TelemetrySource } from '../../../platform/telemetry/open-telemetry.ts'
import type { TelemetryConfig } from '../../../platform/telemetry/read-telemetry-config.ts'
import { collectMetrics } from './metrics.ts'
import { toOtlp } from './to-otlp.ts'

/** How long a stopping server waits for a receiver. */
const STOP_MS = 2000

/** Sends the table of metrics at intervals. The SDK only carries it: nothing is counted a second time. */
export function exportMetrics(
  services: Platform & Money & Calls,
  { metricsUrl, metricIntervalMs }: Pick<TelemetryConfig, 'metricsUrl' | 'metricIntervalMs'>,
  source: TelemetrySource,
): { stop(): Promise<void> } {
  reportProblems(source)
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(exporterOptions(metricsUrl, source)),
    exportIntervalMillis: metricIntervalMs,
    exportTimeoutMillis: Math.min(metricIntervalMs, 30_000),
    metricProducers: [produce(services)],
  })
  const provider = new MeterProvider({ resource: describeSource(source), readers: [reader] })
  return { stop: () => Promise.race([provider.shutdown().catch(() => {}), Bun.sleep(STOP_MS)]) }
}

function produce(services: Platform & Money & Calls): MetricProducer {
  const scope = { name: 'switchyard', version: services.config.version }
  return {
    async collect() {
      const period = { startedAt: services.startedAt * 1000, now: Date.now() }
      const metrics = (await collectMetrics(services)).map((metric) => toOtlp(metric, period))
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] }, errors: [] }
    },
  }
}
