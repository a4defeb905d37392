/** A value of a metric. `suffix`: that of a histogram's lines. */
export interface Sample {
  labels?: Record<string, string>
  value: number
  suffix?: '_bucket' | '_sum' | '_count'
}

/** A metric in Prometheus' text format (version 0.0.4). `help` names the unit where the name does not. */
export interface Metric {
  name: string
  /** A summary has quantiles as labels. */
  kind: 'gauge' | 'counter' | 'histogram' | 'summary'
  help: string
  samples: Sample[]
}

/** Returns a metric with one value and no labels. */
export const singleMetric = (name: string, kind: 'gauge' | 'counter', help: string, value: number): Metric => ({
  name,
  kind,
  help,
  samples: [{ value }],
})

/**
 * Returns the lines of a histogram in seconds. `buckets`: how many values each bucket has, the last one of those above
 * all bounds.
 */
export function histogramSamples(
  labels: Record<string, string>,
  boundsMs: readonly number[],
  buckets: readonly number[],
  sumMs: number,
): Sample[] {
  let count = 0
  const lines = buckets.map((own, index): Sample => {
    count += own
    const bound = boundsMs[index]
    return {
      suffix: '_bucket',
      labels: { ...labels, le: bound === undefined ? '+Inf' : String(bound / 1000) },
      value: count,
    }
  })
  return [...lines, { suffix: '_sum', labels, value: sumMs / 1000 }, { suffix: '_count', labels, value: count }]
}

/** Writes a metric with its comments. */
export function render({ name, kind, help, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${quoted(text)}"`)
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join('')}`
}

const quoted = (text: string) => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')

/** The metrics of a process. */
export interface WorkerMetrics {
  /** Its number; the primary process is 1. */
  worker: number
  metrics: Metric[]
}
