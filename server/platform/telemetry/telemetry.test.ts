import { describe, expect, test } from 'bun:test'
import { FinishReasons } from './finish-reasons.ts'
import { operationName, providerName, routeOf } from './names.ts'
import { readTelemetryConfig } from './read-telemetry-config.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

const BASE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
const trace = 'a'.repeat(32)
const span = 'b'.repeat(16)

describe('the configuration', () => {
  test.each([
    ['nothing', {}],
    ['a service name alone', { OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'wrong' }],
    ['a disabled SDK', { ...BASE, OTEL_SDK_DISABLED: 'true' }],
    ['no exporter', { ...BASE, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }],
  ])('%s sends nothing', (_name, env) => {
    expect(readTelemetryConfig(env)).toBeUndefined()
  })

  test('one address is completed for both kinds, an own one is taken as it is', () => {
    const both = { tracesUrl: 'http://collector:4318/v1/traces', metricsUrl: 'http://collector:4318/v1/metrics' }
    expect(readTelemetryConfig(BASE)).toMatchObject(both)
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t.example/in' }
    expect(readTelemetryConfig(own)).toMatchObject({ tracesUrl: 'https://t.example/in', metricsUrl: undefined })
    const mixed = readTelemetryConfig({ ...BASE, ...own, OTEL_METRICS_EXPORTER: 'none' })
    expect(mixed).toMatchObject({ tracesUrl: 'https://t.example/in', metricsUrl: undefined })
  })

  test.each([
    [{}, { parent: true, ratio: 1 }],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, { parent: false, ratio: 0 }],
    [
      { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
      { parent: false, ratio: 0.25 },
    ],
    [
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
      { parent: true, ratio: 0 },
    ],
  ])('%p samples as it says', (env, sampler) => {
    expect(readTelemetryConfig({ ...BASE, ...env })?.sampler).toEqual(sampler)
  })

  test.each<Record<string, string>>([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' },
    { OTEL_TRACES_EXPORTER: 'zipkin' },
    { OTEL_TRACES_SAMPLER: 'jaeger_remote' },
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
    { OTEL_METRIC_EXPORT_INTERVAL: '10' },
    { OTEL_BSP_MAX_QUEUE_SIZE: 'many' },
  ])('%p is refused by its name', (env) => {
    const name = Object.keys(env).at(-1)!
    expect(() => readTelemetryConfig({ ...BASE, ...env })).toThrow(name)
  })
})

describe('traceparent', () => {
  test('is read and written, sampled or not', () => {
    for (const flags of ['00', '01']) {
      const text = `00-${trace}-${span}-${flags}`
      const place = readTraceparent(text)
      expect(place).toEqual({ traceId: trace, spanId: span, traceFlags: Number(flags) })
      expect(writeTraceparent(place!)).toBe(text)
    }
  })

  test('of a later version is read as far as it is known', () => {
    expect(readTraceparent(`01-${trace}-${span}-03-more`)).toEqual({ traceId: trace, spanId: span, traceFlags: 1 })
  })

  test.each([
    undefined,
    '',
    'x',
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}`,
  ])('%p is not one', (text) => {
    expect(readTraceparent(text)).toBeUndefined()
  })
})

describe('names', () => {
  test('are those of the conventions', () => {
    expect(operationName('chat', 'anthropic')).toBe('chat')
    expect(operationName('chat', 'gemini')).toBe('generate_content')
    expect([1, 3, 14, 24, 33, 34, 41, 42, 43, 48].map(providerName)).toEqual([
      ...[
        'openai',
        'azure.ai.openai',
        'anthropic',
        'gcp.gemini',
        'aws.bedrock',
        'cohere',
        'gcp.vertex_ai',
        'mistral_ai',
      ],
      ...['deepseek', 'x_ai'],
    ])
    expect(providerName(99_999)).toBe('type_99999')
  })

  test.each([
    ['/v1/chat/completions?key=sk-1', undefined, '/v1/chat/completions'],
    ['http://host:1/v1/embeddings', undefined, '/v1/embeddings'],
    [
      '/v1beta/models/gemini-2.5:streamGenerateContent?alt=sse',
      'gemini-2.5',
      '/v1beta/models/{model}:streamGenerateContent',
    ],
    ['/v1beta/models/a%2Fb:generateContent', 'a/b', '/v1beta/models/{model}:generateContent'],
  ])('of %s have no model and no query', (url, model, route) => {
    expect(routeOf(url, model)).toBe(route)
  })
})

describe('reasons to stop', () => {
  const found = (...parts: string[]) => {
    const reasons = new FinishReasons()
    for (const part of parts) reasons.see(Buffer.from(part))
    return reasons.all
  }
  test('are found in all formats, also where a chunk ends within one', () => {
    expect(found('{"finish_reason": "stop"}', '{"finish_reason":"stop"}')).toEqual(['stop'])
    expect(found('{"stop_rea', 'son":"end_t', 'urn"}')).toEqual(['end_turn'])
    expect(found('{"finishReason":"MAX_TOKENS"}')).toEqual(['MAX_TOKENS'])
    expect(found('{"finish_reason":null}')).toEqual([])
  })
  test('are words that are known, and never what a model says', () => {
    expect(found(JSON.stringify({ content: '"finish_reason":"stop"' }))).toEqual([])
    expect(found('{"arguments":{"stop_reason":"the_secret"}}')).toEqual([])
  })
})
