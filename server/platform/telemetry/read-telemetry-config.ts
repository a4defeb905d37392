/** Where spans and metrics are sent, as OpenTelemetry's own variables say. */
export interface TelemetryConfig {
  /** Complete address for spans; undefined = none are recorded. */
  tracesUrl: string | undefined
  /** Complete address for metrics; undefined = none are sent. */
  metricsUrl: string | undefined
  sampler: SamplerConfig
  metricIntervalMs: number
  /** How long spans are collected before they are sent, and how many may wait. */
  spanDelayMs: number
  spanQueue: number
}

/** Which calls get spans. `parent`: a caller's `traceparent` decides for its calls. */
export interface SamplerConfig {
  parent: boolean
  /** The share of the other calls, 0 to 1. */
  ratio: number
}

type Environment = Readonly<Record<string, string | undefined>>

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const
const PARENT = 'parentbased_'

/**
 * Reads the variables that decide whether anything is sent; undefined = nothing is, and the SDK is not loaded. The SDK
 * reads the others itself: headers, timeout, compression, certificates, attributes of the resource. Throws an Error that
 * names the variable at fault.
 */
export function readTelemetryConfig(env: Environment): TelemetryConfig | undefined {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  const tracesUrl = addressOf(env, 'TRACES')
  const metricsUrl = addressOf(env, 'METRICS')
  if (!tracesUrl && !metricsUrl) return undefined
  return {
    tracesUrl,
    metricsUrl,
    sampler: samplerOf(env),
    metricIntervalMs: integerOf(env, 'OTEL_METRIC_EXPORT_INTERVAL', 60_000, 1000),
    spanDelayMs: integerOf(env, 'OTEL_BSP_SCHEDULE_DELAY', 5000, 1),
    spanQueue: integerOf(env, 'OTEL_BSP_MAX_QUEUE_SIZE', 2048, 1),
  }
}

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter/#endpoint-urls-for-otlphttp */
function addressOf(env: Environment, signal: 'TRACES' | 'METRICS'): string | undefined {
  const own = `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`
  const name = env[own] ? own : 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const text = env[name]
  if (!text || !isExported(env, signal)) return undefined
  checkProtocol(env, `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`)
  checkProtocol(env, 'OTEL_EXPORTER_OTLP_PROTOCOL')
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`${name} must be an address such as http://collector:4318`)
  return name === own ? text : `${text.replace(/\/+$/, '')}/v1/${signal.toLowerCase()}`
}

function isExported(env: Environment, signal: string): boolean {
  const name = `OTEL_${signal}_EXPORTER`
  const exporter = env[name] || 'otlp'
  if (exporter !== 'otlp' && exporter !== 'none') throw new Error(`${name} must be otlp or none, not "${exporter}"`)
  return exporter === 'otlp'
}

function checkProtocol(env: Environment, name: string): void {
  const protocol = env[name]
  if (protocol && protocol !== 'http/json') throw new Error(`${name} must be http/json, not "${protocol}"`)
}

function samplerOf(env: Environment): SamplerConfig {
  const text = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'
  const parent = text.startsWith(PARENT)
  const kind = SAMPLERS.find((name) => name === (parent ? text.slice(PARENT.length) : text))
  if (!kind) {
    const all = SAMPLERS.flatMap((name) => [name, PARENT + name])
    throw new Error(`OTEL_TRACES_SAMPLER must be one of ${all.join(', ')}, not "${text}"`)
  }
  return { parent, ratio: kind === 'always_on' ? 1 : kind === 'always_off' ? 0 : ratioOf(env) }
}

function ratioOf(env: Environment): number {
  const text = env.OTEL_TRACES_SAMPLER_ARG || '1'
  const ratio = Number(text)
  if (!(ratio >= 0 && ratio <= 1))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}"`)
  return ratio
}

function integerOf(env: Environment, name: string, fallback: number, least: number): number {
  const text = env[name]
  if (!text) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (value < least) throw new Error(`${name} must be an integer from ${least}, not "${text}"`)
  return value
}
