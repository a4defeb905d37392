import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { throttleMessages } from '../async/throttle.ts'
import { CallSpans } from './call-spans.ts'
import type { TelemetrySource } from './open-telemetry.ts'
import type { SamplerConfig, TelemetryConfig } from './read-telemetry-config.ts'
import type { Telemetry } from './telemetry.ts'

const WARN_MS = 60_000
/** Spans of one request to the collector. */
const BATCH = 512
/** How long a stopping server waits for a collector. */
const CLOSE_MS = 2000

/** Creates the recorder of spans. They wait in a bounded queue; what does not fit, or is not taken, is lost. */
export function createTelemetry(
  { tracesUrl, sampler, spanDelayMs, spanQueue }: TelemetryConfig,
  source: TelemetrySource,
): Telemetry {
  reportProblems(source)
  const exporter = new OTLPTraceExporter(exporterOptions(tracesUrl, source))
  const provider = new TracerProvider({
    resource: describeSource(source),
    sampler: createSampler(sampler),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: spanDelayMs,
        maxQueueSize: spanQueue,
        maxExportBatchSize: Math.min(spanQueue, BATCH),
      }),
    ],
  })
  const tracer = provider.getTracer('switchyard', source.version)
  return {
    startCall: (call) => new CallSpans(tracer, call),
    close: () => Promise.race([provider.shutdown().catch(() => {}), Bun.sleep(CLOSE_MS)]),
  }
}

function createSampler({ parent, ratio }: SamplerConfig): Sampler {
  const root =
    ratio === 1 ? new AlwaysOnSampler() : ratio === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio)
  return parent ? new ParentBasedSampler({ root }) : root
}

/** Where an exporter sends to, and by which proxies. */
export function exporterOptions(url: string | undefined, { proxies }: Pick<TelemetrySource, 'proxies'>) {
  return { ...(url && { url }), httpAgentOptions: { keepAlive: true, proxyEnv: proxies } }
}

/** Describes this node; what OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say goes first. */
export function describeSource({ version, nodeId }: TelemetrySource): Resource {
  const own = { 'service.name': 'switchyard', 'service.version': version, 'service.instance.id': nodeId }
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }))
}

/** An unreachable collector is a line of the log now and then, and nothing else. */
export function reportProblems({ warn }: TelemetrySource): void {
  const tell = throttleMessages((message) => warn(`telemetry: ${message}`), WARN_MS)
  const ignore = () => {}
  const logger = { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
