import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import OpenAI, { toFile } from 'openai'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/** Edits and variations of pictures: forms, through OpenAI's SDK and as they are. */
forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let socket: Listening
  let token: string
  let client: OpenAI
  let model: string

  beforeAll(async () => {
    socket = serveApp(relay.server)
    token = await relay.token()
    client = new OpenAI({ apiKey: token, baseURL: `${socket.url}/v1`, maxRetries: 0, logLevel: 'off' })
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })
  afterAll(async () => {
    await socket.stop()
  })
  const channel = (behaviour = 'fake') =>
    relay.channel({ models: model, model_mapping: JSON.stringify({ [model]: `fake@${behaviour}` }) })
  const sent = () => relay.upstream.requests.at(-1)!

  describe('changed pictures', () => {
    const picture = (name: string) =>
      toFile(Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0x2d, 0x2d]), name, { type: 'image/png' })
    const form = (fields: [string, string | Blob][]) => {
      const data = new FormData()
      for (const [name, value] of fields) data.append(name, value)
      return data
    }
    const file = new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' })
    const post = (path: string, fields: [string, string | Blob][]) =>
      fetch(`${socket.url}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: form([['model', model], ...fields]),
      })

    test('of several pictures and a mask reach the upstream as they are, with its name of the model', async () => {
      await channel('tokens=300')
      const image = [await picture('one.png'), await picture('two.png')]
      const answer = await client.images.edit({ model, prompt: 'a cat', image, mask: await picture('mask.png') })
      expect(answer.data).toHaveLength(1)
      const body = Buffer.from(sent().body).toString('latin1')
      for (const part of ['name="image[]"', 'one.png', 'two.png', 'mask.png', 'fake@tokens=300', 'a cat'])
        expect(body).toContain(part)
      expect(sent().path).toBe('/v1/images/edits')
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ prompt: 50, completion: 300, quota: 50 + 2 * 300 })
    })
    test('at a price of one are paid by number, size and quality', async () => {
      await relay.option('ModelPrice', { [model]: 0.04 })
      await channel()
      const image = await picture('one.png')
      await client.images.edit({ model, prompt: 'a cat', image, n: 3, size: '512x512' })
      expect(await relay.charges(model, 1)).toMatchObject([{ quota: 3 * 9000 }])
      model = relay.model()
      await relay.option('ModelPrice', { [model]: 0.04 })
      await channel()
      await client.images.createVariation({ model, image, n: 2 })
      expect(sent().path).toBe('/v1/images/variations')
      expect(await relay.charges(model, 1)).toMatchObject([{ quota: 2 * 20_000 }])
      await relay.option('ModelPrice', {})
    })
    test('at a price of OpenAI’s models cost by what is given, and by unfinished pictures, where no tokens are named', async () => {
      model = 'gpt-image-1'
      await channel('usage=false')
      await relay.option('ModelPrice', { [model]: 0.04 })
      const given: [string, Blob][] = [
        ['image[]', file],
        ['image[]', file],
        ['mask', file],
      ]
      const all: [string, string][][] = [
        [],
        [['input_fidelity', 'high']],
        [
          ['stream', 'true'],
          ['partial_images', '2'],
        ],
      ]
      for (const fields of all) {
        const response = await post('/v1/images/edits', [...given, ['prompt', 'a cat'], ...fields])
        expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
      }
      const paid = (await relay.charges(model, all.length)).map(({ quota }) => quota)
      expect(paid.sort((a, b) => a - b)).toEqual([23_000, 27_000, 110_000])
      await relay.option('ModelPrice', {})
    })
    test('at a price of OpenAI’s models cost the tokens that the answer names', async () => {
      model = 'gpt-image-1-mini'
      await relay.option('ModelPrice', { [model]: 0.011 })
      await channel('tokens=2000')
      await post('/v1/images/edits', [
        ['image', file],
        ['prompt', 'a cat'],
      ])
      // 10 tokens of text at $2, 40 of pictures at $2.50 and 2000 drawn at $8 per million.
      const microDollars = 10 * 2 + 40 * 2.5 + 2000 * 8
      expect(await relay.charges(model, 1)).toMatchObject([{ quota: microDollars / 2 }])
      await relay.option('ModelPrice', {})
    })
    test.each([
      [
        'two numbers',
        [
          ['n', '1'],
          ['n', '9'],
        ],
        'body_invalid',
      ],
      ['a number in other letters', [['N', '9']], 'body_invalid'],
      ['a list of numbers', [['n[]', '9']], 'body_invalid'],
      ['no number', [['n', 'many']], 'image_count_invalid'],
      ['too many', [['n', '101']], 'image_count_invalid'],
      ['a size that is no word', [['size', '1024×1024']], 'image_look_invalid'],
    ] as [string, [string, string][], string][])('with %s are refused', async (_name, fields, code) => {
      await channel()
      const response = await post('/v1/images/edits', [['image', file], ['prompt', 'a cat'], ...fields])
      expect(await refused(response)).toMatchObject({ status: 400, code })
    })
    test('need a picture and a prompt, and a form', async () => {
      await channel()
      const fieldOf = async (response: Response) => (await refused(response)).message
      expect(await fieldOf(await post('/v1/images/edits', [['image', file]]))).toContain('prompt')
      expect(
        await fieldOf(
          await post('/v1/images/edits', [
            ['mask', file],
            ['prompt', 'x'],
          ]),
        ),
      ).toContain('image')
      expect(await fieldOf(await post('/v1/images/variations', []))).toContain('image')
      const json = await relay.post('/v1/images/edits', token, { model, prompt: 'x', image: 'y' })
      expect(await refused(json)).toMatchObject({ status: 400, code: 'body_invalid' })
    })
    test('are asked of no channel whose vendor has only its own way', async () => {
      await relay.channel({ type: 40, models: model })
      const response = await post('/v1/images/edits', [
        ['image', file],
        ['prompt', 'a cat'],
      ])
      expect(await refused(response)).toMatchObject({ status: 400, code: 'operation_unsupported' })
    })
    test('of which a prompt has a sensitive word are refused', async () => {
      await channel()
      const response = await post('/v1/images/edits', [
        ['image', file],
        ['prompt', 'test_sensitive'],
      ])
      expect(await refused(response)).toMatchObject({ code: 'sensitive_words_detected' })
    })
  })
})
