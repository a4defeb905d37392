import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { testChannel } from '#contract/api/channel-checks.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'
import { china } from '#test/vendors/china.ts'
import { hosted } from '#test/vendors/hosted.ts'
import { presets } from '#test/vendors/presets.ts'
import {
  PLAIN_JSON,
  PLAIN_STREAM,
  type TextOperation,
  V1,
  type Vendor,
  type VendorError,
} from '#test/vendors/vendor.ts'

const vendors = Object.entries({ ...china, ...hosted, ...presets })
const BODIES: Record<TextOperation, object> = {
  chat: { messages: [{ role: 'user', content: 'hi' }] },
  completions: { prompt: 'hi' },
  embeddings: { input: 'hi' },
  moderations: { input: 'hi' },
}
const ASKED = '{"stream_options":{"include_usage":true},'

onDatabase('sqlite', (fresh) => {
  const relay = relaySite(fresh)
  let upstream: Listening
  let token: string
  let answer: () => Response
  let seen: { path: string; headers: Headers; body: string }[] = []

  beforeAll(async () => {
    await relay.option('RetryTimes', 2)
    await relay.option('AutomaticDisableChannelEnabled', true)
    token = await relay.token()
    upstream = listen(async (request) => {
      const { origin } = new URL(request.url)
      seen.push({ path: request.url.slice(origin.length), headers: request.headers, body: await request.text() })
      return answer()
    })
  }, START_MS)
  afterAll(async () => {
    await upstream.stop()
  })

  /** A channel of the vendor with a model of its own. */
  async function channelOf({ type, fields, base = '' }: Vendor, more: Record<string, unknown> = {}) {
    const models = relay.model()
    const base_url = upstream.url + base
    seen = []
    return { model: models, ...(await relay.channel({ type, models, base_url, ...fields, ...more })) }
  }
  const reply = (text: string, type: string, status = 200, headers: Record<string, string> = {}) => {
    answer = () => new Response(text, { status, headers: { 'content-type': type, ...headers } })
  }
  const operationOf = ({ paths }: Vendor) => Object.keys(paths)[0] as TextOperation
  const post = (operation: TextOperation, body: object | string) => relay.post(V1[operation], token, body)
  const charged = async (model: string) => {
    const [row] = await relay.charges(model, 1)
    return [row?.prompt, row?.completion]
  }

  describe.each(vendors)('%s', (_name, vendor) => {
    const { base = '', paths, headers = { authorization: 'Bearer KEY' } } = vendor
    const main = operationOf(vendor)

    test('gets each kind of call at its own address, byte for byte, and is billed by its usage', async () => {
      const { text, usage } = vendor.json ?? PLAIN_JSON
      reply(text, 'application/json')
      for (const [operation, path] of Object.entries(paths) as [TextOperation, string][]) {
        const { model, key } = await channelOf(vendor)
        const body = `{ "model":"${model}", "x_unknown":[0,1e2],${JSON.stringify(BODIES[operation]).slice(1)}`
        const response = await post(operation, body)
        expect(await response.text()).toBe(text)
        expect(seen).toHaveLength(1)
        expect(seen[0]?.path).toBe(base + path.replace('MODEL', model))
        expect(seen[0]?.body).toBe(body)
        for (const [name, value] of Object.entries(headers)) {
          expect(seen[0]?.headers.get(name)).toBe(value.replace('KEY', key))
        }
        if (!('authorization' in headers)) expect(seen[0]?.headers.get('authorization')).toBeNull()
        expect(await charged(model)).toEqual(operation === main ? [...usage] : [expect.any(Number), expect.any(Number)])
      }
    })

    test('gets no call of a kind that it does not serve', async () => {
      const unserved = (Object.keys(V1) as TextOperation[]).filter((operation) => !(operation in paths))
      for (const operation of unserved) {
        const { id, model } = await channelOf(vendor)
        const { status, code, message } = await refused(await post(operation, { model, ...BODIES[operation] }))
        expect({ status, code }).toEqual({ status: 400, code: 'operation_unsupported' })
        expect(message).toContain(model)
        expect(message).toContain(V1[operation])
        expect(seen).toEqual([])
        expect(relay.server.services.channels.byId(id)?.status).toBe(CHANNEL_STATUS.enabled)
        const other = await relay.channel({ models: model, priority: -1 })
        expect((await post(operation, { model, ...BODIES[operation] })).status).toBe(200)
        expect((await relay.charges(model, 1)).map(({ channel }) => channel)).toEqual([other.id])
      }
    })

    if ('chat' in paths) {
      test('streams', async () => {
        const { text, passed = text, usage } = { passed: undefined, ...(vendor.stream ?? PLAIN_STREAM) }
        reply(text, 'text/event-stream')
        const { model } = await channelOf(vendor)
        const body = `{"model":"${model}","stream":true,"messages":[{"role":"user","content":"hi"}]}`
        const response = await post('chat', body)
        expect(await response.text()).toBe(passed)
        expect(seen[0]?.body).toBe(vendor.streamOptions === 'asked' ? body.replace('{', ASKED) : body)
        expect(await charged(model)).toEqual([...usage])

        const wish = body.replace('{', ASKED)
        await (await post('chat', wish)).text()
        expect(seen[1]?.body).toBe(vendor.streamOptions === 'dropped' ? body : wish)
      })
    }

    test('is tested with a call that it serves', async () => {
      reply((vendor.json ?? PLAIN_JSON).text, 'application/json')
      const { id, model } = await channelOf(vendor)
      expect(await relay.root.call(testChannel, { params: { id } })).toMatchObject({ success: true, message: '' })
      expect(seen.map(({ path }) => path)).toEqual([base + paths[main]?.replace('MODEL', model)])
    })

    const changes = vendor.body ?? []
    if (changes.length > 0) {
      test('gets the fields that it takes', async () => {
        reply(PLAIN_JSON.text, 'application/json')
        for (const { given, sent } of changes) {
          const { model } = await channelOf(vendor)
          const rest = { ...BODIES.chat, model }
          expect((await post('chat', { ...rest, ...given })).status).toBe(200)
          expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ ...rest, ...sent })
        }
      })
    }

    const errors = vendor.errors ?? []
    if (errors.length > 0) {
      test.each(errors.map((error): [string, VendorError] => [error.name, error]))('answers %s', async (_, error) => {
        const { id, model } = await channelOf(vendor, { priority: 5 })
        const spare = await relay.channel({ models: model })
        reply(error.body, 'application/json', error.status, error.headers)
        const response = await post(main, { model, ...BODIES[main] })
        if (error.outcome === 'elsewhere') {
          expect(response.status).toBe(200)
          expect((await relay.charges(model, 1)).map(({ channel }) => channel)).toEqual([spare.id])
        } else {
          expect(await refused(response)).toMatchObject(error.outcome)
          expect(await relay.charges(model)).toEqual([])
        }
        const { autoDisabled, enabled } = CHANNEL_STATUS
        // Where there is doubt, a test of the channel decides.
        if (error.disables) await until(() => relay.server.services.channels.byId(id)?.status === autoDisabled)
        else expect(relay.server.services.channels.byId(id)?.status).toBe(enabled)
      })
    }
  })

  test.each([
    ['JSON', 'application/json', (body: string) => body],
    ['an event', 'text/event-stream', (body: string) => `data: ${body}\n\n`],
  ])('a stream of MiniMax that is refused with %s and status 200 goes elsewhere', async (_, type, framed) => {
    const { id, model } = await channelOf({ type: 35, paths: {}, streamOptions: 'dropped' }, { priority: 5 })
    const spare = await relay.channel({ models: model })
    reply(framed('{"choices":null,"base_resp":{"status_code":2049,"status_msg":"invalid api key"}}'), type)
    const answered = await post('chat', { model, stream: true, ...BODIES.chat })
    expect(await answered.text()).toEndWith('data: [DONE]\n\n')
    expect((await relay.charges(model, 1)).map(({ channel }) => channel)).toEqual([spare.id])
    expect(relay.server.services.channels.byId(id)?.status).toBe(CHANNEL_STATUS.autoDisabled)
  })

  test('the version of the interface in a caller’s address goes before the channel’s', async () => {
    const { model } = await channelOf({
      type: 3,
      paths: {},
      streamOptions: 'asked',
      fields: { other: '2023-06-01-preview' },
    })
    reply(PLAIN_STREAM.text, 'text/event-stream')
    const call = { model, stream: true, ...BODIES.chat }
    await (await relay.post(`${V1.chat}?api-version=2024-10-21`, token, call)).text()
    expect(seen[0]?.path).toBe(`/openai/deployments/${model}/chat/completions?api-version=2024-10-21`)
    expect(JSON.parse(seen[0]?.body ?? '')).toHaveProperty('stream_options')
    await (await relay.post(V1.chat, token, call)).text()
    expect(seen[1]?.path).toEndWith('?api-version=2023-06-01-preview')
    expect(JSON.parse(seen[1]?.body ?? '')).not.toHaveProperty('stream_options')
  })

  test('a pinned channel that does not serve the call says so', async () => {
    const { id, model } = await channelOf({ type: 38, paths: {}, streamOptions: 'asked' })
    const answered = await refused(await relay.post(V1.chat, `${token}-${id}`, { model, ...BODIES.chat }))
    expect(answered).toMatchObject({ status: 400, code: 'operation_unsupported' })
    expect(seen).toEqual([])
  })
})
