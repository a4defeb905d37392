import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import type { Metric, Sample } from '../../../platform/telemetry/metric.ts'

/** From when a metric counts, and when it was read; milliseconds since the epoch. */
interface Period {
  startedAt: number
  now: number
}

/**
 * Returns a metric of the table in OpenTelemetry's form. Names, labels and values are those of `/metrics`; a unit is told
 * apart, as receivers expect it.
 */
export function toOtlp({ name, kind, help, samples }: Metric, { startedAt, now }: Period): MetricData {
  const times = { startTime: toHrTime(startedAt), endTime: toHrTime(now) }
  const point = <T>(attributes: Attributes, value: T): DataPoint<T> => ({ ...times, attributes, value })
  const shared = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (kind === 'histogram') {
    const dataPoints = histogramsOf(samples).map(({ labels, value }) => point(labels, value))
    return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  // What is not known is left out: a receiver may refuse a value that is no number.
  const known = samples.filter(({ value }) => !Number.isNaN(value))
  const dataPoints = known.map(({ labels = {}, value }) => point(labels, value))
  return kind === 'gauge'
    ? { ...shared, dataPointType: DataPointType.GAUGE, dataPoints }
    : { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
}

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1_000_000)]

/** Returns the unit that a name ends in, as UCUM writes it. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return name.endsWith('_bytes') ? 'By' : '1'
}

/** Puts the lines of histograms together: each ends with the line of its count. */
function histogramsOf(samples: readonly Sample[]): { labels: Attributes; value: Histogram }[] {
  const found: { labels: Attributes; value: Histogram }[] = []
  let boundaries: number[] = []
  let counts: number[] = []
  let sum = 0
  let below = 0
  for (const { suffix, labels = {}, value } of samples) {
    if (suffix === '_bucket') {
      if (labels.le !== '+Inf') boundaries.push(Number(labels.le))
      counts.push(value - below)
      below = value
    } else if (suffix === '_sum') sum = value
    else {
      found.push({ labels, value: { buckets: { boundaries, counts }, sum, count: value } })
      boundaries = []
      counts = []
      below = 0
    }
  }
  return found
}
