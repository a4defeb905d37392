import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { startMetricsExport } from '#server/insight/operations/metrics/export-metrics.ts'
import { readTelemetryConfig } from '#server/platform/telemetry/read-telemetry-config.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type ReceivedSpan, startOtlpReceiver } from '#test/harness/otlp-receiver.ts'
import { realtimeSite } from '#test/harness/realtime-site.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const SECRET = 'a secret question about whales'
const messages = [{ role: 'user', content: SECRET }]
const TRACE = 'a'.repeat(32)
const PARENT = 'b'.repeat(16)
const SERVER = 2
const CLIENT = 3
const traceparent = (flags = '01', trace = TRACE) => ({ traceparent: `00-${trace}-${PARENT}-${flags}` })
/** How the spans of a call are told apart from those of other tests. */
const newTrace = () => crypto.randomUUID().replaceAll('-', '')

const receiver = startOtlpReceiver()
afterAll(() => receiver.stop())
const telemetry = readTelemetryConfig({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_BSP_SCHEDULE_DELAY: '20',
  OTEL_METRIC_EXPORT_INTERVAL: '1000',
})

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh, { telemetry })

  /** The spans of a trace, once that of the call has come. */
  async function spansOf(trace: string) {
    const own = () => receiver.spans().filter(({ traceId }) => traceId === trace)
    await until(() => own().some(({ kind }) => kind === SERVER))
    const call = own().find(({ kind }) => kind === SERVER)!
    await until(() => own().length > Number(call.attributes['switchyard.attempts'] ?? 0))
    const spans = own()
    const attempts = spans.filter(({ kind }) => kind === CLIENT)
    const order = (one: ReceivedSpan, other: ReceivedSpan) =>
      one.startTimeUnixNano.localeCompare(other.startTimeUnixNano)
    return {
      call,
      attempts: attempts.sort(order),
      waits: spans.filter(({ name }) => name.startsWith('wait for')),
      spans,
    }
  }
  /** A channel whose upstream keeps the headers that it gets. */
  async function listening(model: string, fields: object = {}, answer?: () => Response) {
    const headers: Record<string, string>[] = []
    const completion = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'upstream-name',
      choices: [{ index: 0, message: { role: 'assistant', content: 'whales sing' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    }
    const channel = await relay.channelThat(
      (request) => {
        headers.push(Object.fromEntries(request.headers))
        return answer?.() ?? Response.json(completion)
      },
      { models: model, ...fields },
    )
    return { ...channel, headers }
  }

  test('a call has spans for itself, its attempt and its wait, in the trace of its caller', async () => {
    const model = relay.model()
    const { id, headers } = await listening(model, { model_mapping: JSON.stringify({ [model]: 'upstream-name' }) })
    const user = await relay.server.addUser({ quota: 1_000_000 })
    const token = await relay.token({}, await relay.server.login(user.username, 'password'))
    const trace = newTrace()
    const answer = await relay.post('/v1/chat/completions', token, { model, messages }, traceparent('01', trace))
    expect(answer.status).toBe(200)
    const { call, attempts, waits } = await spansOf(trace)
    expect(call).toMatchObject({ name: 'POST /v1/chat/completions', parentSpanId: PARENT, failed: false })
    expect(call.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/chat/completions',
      'http.response.status_code': 200,
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': model,
      'gen_ai.response.model': 'upstream-name',
      'gen_ai.usage.input_tokens': 11,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.response.finish_reasons': ['stop'],
      'switchyard.channel.id': id,
      'switchyard.group': 'default',
      'switchyard.user.id': user.id,
      'switchyard.request.id': answer.headers.get('x-oneapi-request-id'),
      'switchyard.cost.quota_units': 25,
      'switchyard.stream': false,
      'switchyard.end_reason': 'stop',
    })
    expect(call.attributes['switchyard.token.id']).toBeGreaterThan(0)
    expect(attempts).toHaveLength(1)
    expect(attempts[0]).toMatchObject({ name: 'chat upstream-name', parentSpanId: call.spanId, failed: false })
    expect(attempts[0]?.attributes).toMatchObject({
      'server.address': '127.0.0.1',
      'server.port': expect.any(Number),
      'http.response.status_code': 200,
      'gen_ai.request.model': 'upstream-name',
      'gen_ai.usage.output_tokens': 7,
    })
    expect(waits[0]).toMatchObject({ name: 'wait for lease', parentSpanId: call.spanId })
    expect(headers[0]?.traceparent).toBe(`00-${trace}-${attempts[0]?.spanId}-01`)
    expect(receiver.resource()).toMatchObject({ 'service.name': 'switchyard', 'service.version': expect.any(String) })
  })

  test('a streamed call ends with its stream', async () => {
    const model = relay.model()
    const { key } = await relay.channel({ models: model })
    relay.upstream.set({ tokens: 5, delay_ms: 30 }, key)
    const token = await relay.token()
    const trace = newTrace()
    const body = { model, messages, stream: true }
    const answer = await relay.post('/v1/chat/completions', token, body, traceparent('01', trace))
    await answer.text()
    const { call, attempts } = await spansOf(trace)
    for (const span of [call, ...attempts]) {
      expect(span.ms).toBeGreaterThan(60)
      expect(span.attributes).toMatchObject({
        'gen_ai.usage.output_tokens': 5,
        'gen_ai.response.finish_reasons': ['stop'],
        'switchyard.stream': true,
      })
    }
    expect(attempts).toHaveLength(1)
  })

  test('each attempt has a span, with its status and no text of the upstream', async () => {
    const model = relay.model()
    const quoting = () => Response.json({ error: { message: `overloaded: ${SECRET}`, code: SECRET } }, { status: 503 })
    const bad = await listening(model, { priority: 5 }, quoting)
    const good = await listening(model)
    const trace = newTrace()
    await relay.post('/v1/chat/completions', await relay.token(), { model, messages }, traceparent('01', trace))
    const { call, attempts } = await spansOf(trace)
    const told = attempts.map(({ failed, attributes }) => ({
      failed,
      channel: attributes['switchyard.channel.id'],
      number: attributes['switchyard.attempt'],
      status: attributes['http.response.status_code'],
      error: attributes['error.type'],
    }))
    expect(told).toEqual([
      { failed: true, channel: bad.id, number: 1, status: 503, error: '503' },
      { failed: false, channel: good.id, number: 2, status: 200, error: undefined },
    ])
    expect(call.attributes).toMatchObject({ 'switchyard.attempts': 2, 'switchyard.channel.id': good.id })
    const sent = [...bad.headers, ...good.headers].map((headers) => headers.traceparent)
    expect(sent).toEqual(attempts.map(({ spanId }) => `00-${trace}-${spanId}-01`))
  })

  test('a refused call has the code of its error', async () => {
    const trace = newTrace()
    const token = await relay.token()
    await relay.post('/v1/chat/completions', token, { model: 'nobody-has-it', messages }, traceparent('01', trace))
    const { call, attempts } = await spansOf(trace)
    expect(call.failed).toBe(true)
    expect(call.attributes).toMatchObject({ 'error.type': 'model_not_found', 'http.response.status_code': 404 })
    expect(attempts).toEqual([])
  })

  test('a call that its caller does not sample has no span, and its upstream learns that', async () => {
    const model = relay.model()
    const { headers } = await listening(model)
    const trace = newTrace()
    const later = newTrace()
    const token = await relay.token()
    await relay.post('/v1/chat/completions', token, { model, messages }, traceparent('00', trace))
    await relay.post('/v1/chat/completions', token, { model, messages }, traceparent('01', later))
    await spansOf(later)
    expect(receiver.text()).not.toContain(trace)
    expect(headers[0]?.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`))
    expect(headers[0]?.traceparent).not.toContain(PARENT)
  })

  test('no question, answer, key or state of another system is sent', async () => {
    const model = relay.model()
    const { key, headers } = await listening(model)
    const token = await relay.token({ name: 'a-token-name' })
    const trace = newTrace()
    const others = { tracestate: 'vendor=abc', baggage: 'user=ann' }
    const body = { model, messages, user: 'ann-the-end-user' }
    await relay.post(`/v1/chat/completions?key=${token}`, token, body, { ...traceparent('01', trace), ...others })
    await spansOf(trace)
    const sent = receiver.text()
    for (const secret of [SECRET, 'whales', token.slice(3), key, 'a-token-name', 'ann-the-end-user', 'vendor=abc'])
      expect(sent).not.toContain(secret)
    expect(headers[0]).not.toHaveProperty('tracestate')
    expect(headers[0]).not.toHaveProperty('baggage')
  })

  test('the metrics of the table are sent, with the values of a scrape', async () => {
    const model = relay.model()
    await listening(model)
    await relay.post('/v1/chat/completions', await relay.token(), { model, messages })
    await relay.charges(model)
    const exporting = await startMetricsExport(relay.server.services)
    const pointOf = (name: string) =>
      receiver
        .metrics()
        .get(name)
        ?.sum?.dataPoints.find((point) => JSON.stringify(point.attributes).includes(`"${model}"`))
    await until(() => pointOf('switchyard_answer_quota_units_total'))
    await exporting.stop()
    const scraped = await (await relay.server.request('/metrics', { headers: relay.root.headers })).text()
    const names = [...scraped.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!)
    expect([...receiver.metrics().keys()].sort()).toEqual(names.sort())
    expect(pointOf('switchyard_answer_quota_units_total')?.asDouble).toBe(25)
    const { histogram, unit } = receiver.metrics().get('switchyard_first_byte_seconds')!
    const { count, bucketCounts, explicitBounds } = histogram!.dataPoints[0]!
    expect(bucketCounts?.reduce((sum, each) => sum + each, 0)).toBe(count!)
    expect(bucketCounts).toHaveLength(explicitBounds!.length + 1)
    expect(unit).toBe('s')
  })

  test('counts of tokens and orders of tasks have a span, and lists and questions have none', async () => {
    const model = relay.model()
    await listening(model)
    const token = await relay.token()
    const [count, order, list, question] = [newTrace(), newTrace(), newTrace(), newTrace()]
    const ask = (path: string, trace: string) =>
      relay.server.request(path, { headers: { authorization: `Bearer ${token}`, ...traceparent('01', trace) } })
    await (await ask('/v1/models', list)).text()
    await (await ask('/mj/task/1/fetch', question)).text()
    await relay.post('/v1/responses/input_tokens', token, { model, input: SECRET }, traceparent('01', count))
    await relay.post('/mj/submit/imagine', token, { prompt: SECRET }, traceparent('01', order))
    expect((await spansOf(count)).call).toMatchObject({
      name: 'POST /v1/responses/input_tokens',
      failed: false,
      attributes: { 'gen_ai.operation.name': 'count_tokens', 'switchyard.user.id': 1 },
    })
    expect((await spansOf(order)).call).toMatchObject({
      name: 'POST /mj/*',
      failed: true,
      attributes: { 'gen_ai.operation.name': 'drawing_task', 'switchyard.user.id': 1 },
    })
    expect(receiver.text()).not.toContain(list)
    expect(receiver.text()).not.toContain(question)
  })

  test('calls go on while the receiver refuses everything', async () => {
    const model = relay.model()
    await listening(model)
    const token = await relay.token()
    receiver.answerWith(503)
    for (let i = 0; i < 20; i++)
      expect((await relay.post('/v1/chat/completions', token, { model, messages })).status).toBe(200)
    receiver.answerWith(200)
    await relay.charges(model, 20)
  })
})

forEachDatabase((_engine, fresh) => {
  const nowhere = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_BSP_SCHEDULE_DELAY: '1' }
  const relay = relaySite(fresh, { telemetry: readTelemetryConfig({ ...nowhere, OTEL_BSP_MAX_QUEUE_SIZE: '10' }) })
  test('an unreachable receiver costs no call, with a queue that is full at once', async () => {
    const model = relay.model()
    const { key } = await relay.channel({ models: model })
    relay.upstream.set({ tokens: 3 }, key)
    const token = await relay.token()
    for (let i = 0; i < 30; i++) expect((await relay.chat(token, { model, messages })).status).toBe(200)
    await relay.charges(model, 30)
  })
})

forEachDatabase((_engine, fresh) => {
  const site = realtimeSite(fresh, { telemetry })
  test('a session is one call, with the sum of its answers', async () => {
    const { id } = await site.channel()
    // The receiver still has the spans of the other database's session.
    const isOfSession = ({ attributes }: ReturnType<typeof receiver.spans>[number]) =>
      attributes['gen_ai.operation.name'] === 'realtime'
    const known = receiver.spans().filter(isOfSession).length
    const caller = await site.session()
    await caller.ask('three words here')
    await caller.ask('and two')
    caller.close()
    await caller.closed
    const quota = (await site.relay.charges(site.model, 2)).reduce((sum, row) => sum + row.quota, 0)
    const own = () => receiver.spans().filter(isOfSession).slice(known)
    await until(() => own().length === 2)
    const [call, attempt] = [SERVER, CLIENT].map((kind) => own().find((span) => span.kind === kind)!)
    expect(call).toMatchObject({ name: 'GET /v1/realtime', failed: false })
    expect(call?.attributes).toMatchObject({
      'http.response.status_code': 101,
      'gen_ai.operation.name': 'realtime',
      'gen_ai.usage.input_tokens': 13,
      'gen_ai.usage.output_tokens': 10,
      'switchyard.cost.quota_units': quota,
      'switchyard.channel.id': id,
    })
    expect(attempt).toMatchObject({ parentSpanId: call!.spanId, attributes: { 'http.response.status_code': 101 } })
    expect(site.upstream.handshakes.at(-1)?.headers).toMatchObject({
      traceparent: `00-${call?.traceId}-${attempt?.spanId}-01`,
    })
  })
})

describe('where nothing is configured', () => {
  test('the SDK is not loaded', async () => {
    const script = `
      await import('./server/open.ts'); await import('./server/app.ts'); await import('./server/insight/operations/metrics/export-metrics.ts')
      console.log(Object.keys(require.cache).filter((path) => path.includes('@opentelemetry')).length)`
    const run = Bun.spawn([process.execPath, '-e', script], { cwd: join(import.meta.dir, '../..'), stderr: 'inherit' })
    expect((await new Response(run.stdout).text()).trim()).toBe('0')
  })
})
