import { beforeEach, describe, expect, test } from 'bun:test'
import { toFile } from 'openai'
import { testChannel } from '#contract/api/channel-checks.ts'
import { type FakeReplicate, fakeReplicate } from '#test/fake-upstream/replicate.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { listen } from '#test/harness/listening.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const REPLICATE = 56
const SCHNELL = 'black-forest-labs/flux-schnell'
const KONTEXT = 'black-forest-labs/flux-kontext-pro'
/** The price of a picture: 0.04 USD. */
const PRICE = 0.04
const PICTURE = 20_000

/** OpenAI's SDK as the caller, image models of Replicate as the upstream. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh, { privateMedia: true })
  let upstream: FakeReplicate
  let serial = 0

  beforeEach(async () => {
    upstream = fakeReplicate()
    await site.relay.option('ModelPrice', { [site.model]: PRICE })
  })

  function channel(model = SCHNELL, fields: Record<string, unknown> = {}) {
    const { answer } = upstream
    const key = `r8_key${++serial}`
    const model_mapping = JSON.stringify({ [site.model]: model })
    return site.relay.channelThat(answer, { type: REPLICATE, models: site.model, key, model_mapping, ...fields })
  }
  const draw = (fields: Record<string, unknown> = {}) =>
    site.client.images.generate({ model: site.model, prompt: 'a cat', ...fields })
  const calls = () => upstream.requests.map(({ call }) => call)
  const costs = async (count = 0) => (await site.relay.charges(site.model, count)).map(({ quota }) => quota)
  const picture = (name: string) => toFile(Buffer.from('abc'), name, { type: 'image/png' })

  test('pictures that are done within the wait come from one request, and are paid each', async () => {
    await channel()
    const answer = await draw({ n: 2, size: '1536x1024', user: 'u1', response_format: 'url', seed: 7 })
    expect(answer).toMatchObject({ created: 1_795_676_404 })
    expect(answer.data?.map(({ url }) => url)).toEqual(
      [0, 1].map((i) => `https://replicate.delivery/p1x/out-${i}.webp`),
    )
    expect(calls()).toEqual([`POST /v1/models/${SCHNELL}/predictions`])
    expect(upstream.requests[0]?.json).toEqual({
      input: { prompt: 'a cat', num_outputs: 2, aspect_ratio: '3:2', seed: 7 },
    })
    expect(await costs(1)).toEqual([2 * PICTURE])
  })

  test.each([
    [`${SCHNELL}:${'0a'.repeat(32)}`, '/v1/predictions'],
    ['deployments/acme/cats', '/v1/deployments/acme/cats/predictions'],
  ])('%s is called at %s', async (model, path) => {
    await channel(model)
    await draw()
    expect(calls()).toEqual([`POST ${path}`])
  })

  test('a prediction that takes longer is asked for until it is done, at the same host, and paid once', async () => {
    await channel()
    Object.assign(upstream.work, { questions: 1, refused: [503, 429] })
    expect((await draw()).data).toHaveLength(1)
    expect(calls().slice(1)).toEqual(Array(4).fill('GET /v1/predictions/p1x'))
    expect(await costs(1)).toEqual([PICTURE])
  })

  describe('a prediction that fails', () => {
    test.each([
      ['failed', 0, 'NSFW content detected'],
      ['aborted', 1, 'the prediction was aborted'],
    ] as const)('%s after %d questions is told with its words, and costs nothing', async (end, questions, words) => {
      await channel()
      Object.assign(upstream.work, { questions, end })
      const error = await failureOf(draw())
      expect(error).toMatchObject({ status: 500, code: 'prediction_failed' })
      expect(String(error)).toContain(words)
      expect(await costs()).toEqual([])
    })

    test.each(['r8_bad', 'r8_good'])('with the key %s is tried at another channel', async (key) => {
      upstream.work.end = 'failed'
      await channel(SCHNELL, { key, priority: 9 })
      upstream = fakeReplicate()
      await channel()
      expect((await draw()).data).toHaveLength(1)
      expect(await costs(1)).toEqual([PICTURE])
    })

    test('whose state is not told is an error after a few questions', async () => {
      await channel()
      Object.assign(upstream.work, { questions: 1, refused: [404] })
      expect(await failureOf(draw())).toMatchObject({ status: 502 })
      await until(() => calls().at(-1) === 'POST /v1/predictions/p1x/cancel')
      expect(await costs()).toEqual([])
    })
  })

  describe('a caller that leaves', () => {
    const leave = async (when: () => unknown) => {
      const abort = new AbortController()
      const call = failureOf(
        site.client.images.generate({ model: site.model, prompt: 'a cat' }, { signal: abort.signal }),
      )
      await until(when)
      abort.abort()
      await call
    }
    const isCanceled = () => upstream.predictions[0]?.status === 'canceled'

    test('cancels the prediction, and pays nothing', async () => {
      await channel()
      upstream.work.questions = 1000
      await leave(() => calls().includes('GET /v1/predictions/p1x'))
      await until(isCanceled)
      expect(await costs()).toEqual([])
    })

    test('before the prediction has a name cancels it as soon as it has one', async () => {
      await channel()
      const held = Promise.withResolvers<void>()
      Object.assign(upstream.work, { questions: 1000, held: held.promise })
      await leave(() => upstream.predictions.length === 1)
      held.resolve()
      await until(isCanceled)
      expect(await costs()).toEqual([])
    })

    test('is waited for where the channel reads on, and pays', async () => {
      await channel(SCHNELL, { settings: '{"abort_policy":"drain","drain_seconds":60}' })
      upstream.work.questions = 1
      await leave(() => calls().includes('GET /v1/predictions/p1x'))
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: PICTURE, receipt: { end_reason: 'client_abort', abort_policy: 'drain' } })
      expect(upstream.predictions[0]?.status).toBe('succeeded')
    })
  })

  test('the limit of the channel ends a prediction', async () => {
    await channel(SCHNELL, { settings: '{"total_timeout":1}' })
    upstream.work.questions = 1000
    expect(await failureOf(draw())).toMatchObject({ status: 504 })
    await until(() => upstream.predictions[0]?.status === 'canceled')
    expect(await costs()).toEqual([])
  })

  describe('an edit', () => {
    const edit = async (names: string[], fields: object = {}) =>
      site.client.images.edit({
        model: site.model,
        prompt: 'a hat on it',
        image: await Promise.all(names.map(picture)),
        ...fields,
      })

    test.each([
      [KONTEXT, ['one.png'], { input_image: 'data:image/png;base64,YWJj' }],
      [
        'google/nano-banana',
        ['one.png', 'two.png'],
        { image_input: ['data:image/png;base64,YWJj', 'data:image/png;base64,YWJj'] },
      ],
    ])('at %s has its pictures in the input', async (model, names, input) => {
      await channel(model)
      expect((await edit(names, { size: '1024x1024' })).data).toHaveLength(1)
      expect(upstream.requests[0]?.json).toEqual({ input: { prompt: 'a hat on it', aspect_ratio: '1:1', ...input } })
      expect(await costs(1)).toEqual([PICTURE])
    })

    test.each([
      [SCHNELL, ['one.png'], {}, 'image'],
      [KONTEXT, ['one.png', 'two.png'], {}, 'image'],
      [KONTEXT, ['one.png'], { n: 2 }, 'n'],
    ])('that %s cannot make is refused by name, and sent nowhere', async (model, names, fields, param) => {
      await channel(model)
      const error = await failureOf(edit(names, fields))
      expect(error).toMatchObject({ status: 400, code: 'convert_request_failed', param })
      expect(calls()).toEqual([])
    })
  })

  test.each([
    [SCHNELL, { response_format: 'svg' }, 'must be url or b64_json'],
    [SCHNELL, { stream: true }, 'whole pictures only'],
    ['dall-e-3', {}, 'owner/name'],
  ])('what %s cannot do is refused: %j', async (model, fields, words) => {
    await channel(model)
    const error = await failureOf(draw(fields))
    expect(error).toMatchObject({ status: 400, code: 'convert_request_failed' })
    expect(String(error)).toContain(words)
    expect(calls()).toEqual([])
  })

  test('pictures are given inline where the caller asks for it, fetched without the key', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const headers: (string | null)[] = []
    const files = listen((request) => {
      headers.push(request.headers.get('authorization'))
      return new Response(png, { headers: { 'content-type': 'image/png' } })
    })
    await channel()
    upstream.work.host = files.url
    const answer = await draw({ n: 2, response_format: 'b64_json' })
    expect(answer.data).toEqual([{ b64_json: png.toString('base64') }, { b64_json: png.toString('base64') }])
    expect(headers).toEqual([null, null])
    expect(await costs(1)).toEqual([2 * PICTURE])
    await files.stop()
  })

  test('what the vendor refuses is told in its words', async () => {
    await channel()
    const error = await failureOf(draw({ colour: 'red' }))
    expect(error).toMatchObject({ status: 422 })
    expect(String(error)).toContain('colour is not allowed')
  })

  test('a test of the channel asks no image model for words', async () => {
    const { id } = await channel()
    expect(await site.relay.root.call(testChannel, { params: { id } })).toMatchObject({ success: false })
    expect(calls()).toEqual([])
  })
})
