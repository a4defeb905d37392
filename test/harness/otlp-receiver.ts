type Value = {
  stringValue?: string
  intValue?: number | string
  doubleValue?: number
  boolValue?: boolean
  arrayValue?: { values: Value[] }
}
type Attributes = { key: string; value: Value }[]

/** A span as a receiver gets it in OTLP's JSON. */
interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attributes
  status: { code?: number }
}

/** A span with its attributes as an object. */
export interface ReceivedSpan extends Omit<SentSpan, 'attributes' | 'status'> {
  attributes: Record<string, unknown>
  failed: boolean
  /** Milliseconds. */
  ms: number
}

export interface OtlpReceiver {
  /** Base address, as OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  url: string
  /** All spans so far. */
  spans(): ReceivedSpan[]
  /** The metrics of the last request, by name. */
  metrics(): Map<string, { unit?: string; gauge?: Points; sum?: Points; histogram?: Points }>
  /** Attributes of the resource in the last request. */
  resource(): Record<string, unknown>
  /** Everything received, as it came. */
  text(): string
  /** Status of further answers. */
  answerWith(status: number): void
  stop(): void
}
export interface Points {
  isMonotonic?: boolean
  dataPoints: {
    attributes: Attributes
    asDouble?: number
    count?: number
    bucketCounts?: number[]
    explicitBounds?: number[]
  }[]
}

const ERROR = 2

/** A receiver of OTLP over HTTP on this machine, which keeps what it gets. */
export function startOtlpReceiver(): OtlpReceiver {
  const bodies: { path: string; text: string }[] = []
  let status = 200
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const text = await request.text()
      if (status === 200) bodies.push({ path: new URL(request.url).pathname, text })
      return Response.json({}, { status })
    },
  })
  const read = (path: string) => bodies.filter((body) => body.path === path).map(({ text }) => JSON.parse(text))
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans: () =>
      read('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: SentSpan[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans.map(toSpan)),
        ),
      ),
    metrics() {
      const scopes = read('/v1/metrics').at(-1)?.resourceMetrics[0].scopeMetrics ?? []
      const all = scopes.flatMap(({ metrics }: { metrics: { name: string }[] }) => metrics)
      return new Map(all.map((metric: { name: string }) => [metric.name, metric]))
    },
    resource: () => toObject(JSON.parse(bodies.at(-1)?.text ?? '{}').resourceSpans?.[0].resource.attributes ?? []),
    text: () => bodies.map(({ text }) => text).join('\n'),
    answerWith(next) {
      status = next
    },
    stop: () => void server.stop(true),
  }
}

function toSpan({ attributes, status, ...span }: SentSpan): ReceivedSpan {
  const ms = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6
  return { ...span, attributes: toObject(attributes), failed: status.code === ERROR, ms }
}

const toObject = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)]))

function toValue({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): unknown {
  if (arrayValue) return arrayValue.values.map(toValue)
  return stringValue ?? boolValue ?? doubleValue ?? Number(intValue)
}
