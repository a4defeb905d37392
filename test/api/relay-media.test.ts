import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import OpenAI, { toFile } from 'openai'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/** Pictures and sound through OpenAI's SDK. */
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

  describe('pictures', () => {
    test('at a price of one are paid by number, size and quality', async () => {
      await relay.channel({ models: 'dall-e-3' })
      await relay.option('ModelPrice', { 'dall-e-3': 0.04 })
      const answer = await client.images.generate({
        model: 'dall-e-3',
        prompt: 'a cat',
        n: 2,
        size: '1024x1792',
        quality: 'hd',
      })
      expect(answer.data).toHaveLength(2)
      const [row] = await relay.charges('dall-e-3', 1)
      expect(row?.quota).toBe(2 * 3 * 0.04 * 500_000)
      expect(row?.receipt.model_price).toBe(0.24)
      await relay.option('ModelPrice', {})
    })
    test('that are fewer than were wanted are paid alone, and more are not charged', async () => {
      // 0.04 USD, of which a picture of this size costs 0.45.
      const price = 9000
      for (const [count, paid] of [
        [2, 2],
        [9, 4],
      ] as const) {
        model = relay.model()
        await relay.option('ModelPrice', { [model]: 0.04 })
        const pictures = { data: Array.from({ length: count }, () => ({ url: 'https://images.test/1.png' })) }
        await channel(`reply=${encodeURIComponent(JSON.stringify(pictures))}`)
        await client.images.generate({ model, prompt: 'a cat', n: 4, size: '512x512' })
        expect(await relay.charges(model, 1)).toMatchObject([{ quota: paid * price, prompt: paid }])
      }
      await relay.option('ModelPrice', {})
    })
    test('may come behind blanks, as some gateways keep a connection awake', async () => {
      await channel(`reply=${encodeURIComponent('\n  \n{"data":[{"url":"https://images.test/1.png"}]}')}`)
      await client.images.generate({ model, prompt: 'a cat' })
      expect(await relay.charges(model, 1)).toMatchObject([{ completion: 1056 }])
    })
    test('are paid by tokens where the model has no price of its own', async () => {
      await channel('tokens=300')
      await client.images.generate({ model, prompt: 'a cat' })
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({
        prompt: 50,
        completion: 300,
        quota: 50 + 2 * 300,
        receipt: { usage_source: 'upstream' },
      })
    })
    test('without a usage count as pictures do', async () => {
      await channel('usage=false')
      await client.images.generate({ model, prompt: 'a cat', n: 2 })
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ completion: 2 * 1056, receipt: { usage_source: 'estimated' } })
    })
    test.each([0, 101, 1.5, '2'])('n = %j is refused', async (n) => {
      await channel()
      const response = await relay.post('/v1/images/generations', token, { model, prompt: 'a cat', n })
      expect(await refused(response)).toMatchObject({ status: 400, code: 'image_count_invalid' })
    })
  })

  describe('a look of pictures', () => {
    test.each([
      ['size', 'a\0b'],
      ['size', '1024×1024'],
      ['size', 'x'.repeat(100_000)],
      ['size', 1024],
      ['quality', { high: true }],
      ['quality', '\ud800'],
    ])('%s = %j is refused', async (field, value) => {
      await channel()
      const response = await relay.post('/v1/images/generations', token, { model, prompt: 'a cat', [field]: value })
      expect(await refused(response)).toMatchObject({ status: 400, code: 'image_look_invalid' })
    })
    test.each([
      ['N', 10],
      ['Size', '1792x1024'],
      ['\u017fize', '1792x1024'],
      ['Quality', 'hd'],
      ['Model', 'dear'],
    ])('%s, which others may read as the field in small letters, is refused', async (field, value) => {
      await channel()
      const response = await relay.post('/v1/images/generations', token, { model, prompt: 'a cat', [field]: value })
      expect(await refused(response)).toMatchObject({ status: 400, code: 'body_invalid' })
    })
    test.each(['1024*1024', '16:9', 'auto', ''])('of another vendor’s words passes: %j', async (size) => {
      await channel()
      const response = await relay.post('/v1/images/generations', token, {
        model,
        prompt: 'a cat',
        size,
        quality: null,
      })
      expect(response.status).toBe(200)
    })
  })

  describe('streamed pictures', () => {
    const streamed = async (more = {}) => {
      const stream = await client.images.generate({ model, prompt: 'a cat', stream: true, ...more })
      const types: string[] = []
      for await (const event of stream) types.push(event.type)
      return types
    }
    const all = ['image_generation.partial_image', 'image_generation.completed']

    test('arrive with the last one, which carries the usage', async () => {
      await channel('tokens=300')
      expect(await streamed()).toEqual(all)
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ completion: 300, receipt: { usage_source: 'upstream', end_reason: 'stop' } })
    })
    test('without a usage count as pictures do, and are paid at a price of one', async () => {
      await channel('usage=false')
      expect(await streamed()).toEqual(all)
      await relay.option('ModelPrice', { [model]: 0.04 })
      expect(await streamed()).toEqual(all)
      await relay.option('ModelPrice', {})
      const rows = await relay.charges(model, 2)
      expect(rows.map(({ receipt: { end_reason } }) => end_reason)).toEqual(['stop', 'stop'])
      expect(rows[0]).toMatchObject({ completion: 1056, receipt: { usage_source: 'estimated' } })
      expect(rows[1]).toMatchObject({ quota: 20_000 })
    })
    test('that cannot be paid are not handed over, and cost nothing', async () => {
      await channel('tokens=300000')
      const poor = await relay.token({ unlimited_quota: false, remain_quota: 5000 })
      const response = await relay.post('/v1/images/generations', poor, { model, prompt: 'a cat', stream: true })
      const text = await response.text()
      expect(text).toContain('quota_ended_stream')
      expect(text).not.toContain('image_generation.completed')
      expect(await relay.charges(model)).toEqual([])
    })
  })

  test.each([
    ['<!DOCTYPE html><p>busy', 'a page'],
    ['{"code":1001,"message":"busy"}', 'an error of some vendor'],
    ['{"data":[]}', 'no picture'],
  ])('%s in the place of pictures costs nothing', async (reply) => {
    await channel(`reply=${encodeURIComponent(reply)}`)
    const response = await relay.post('/v1/images/generations', token, { model, prompt: 'a cat' })
    expect(response.status).toBeGreaterThanOrEqual(500)
    expect(await relay.charges(model)).toEqual([])
  })

  describe('speech', () => {
    test.each(['{\u0000raw sound', '{"usage":1', '{"usage":[\\x]}', '{"text":2}'])(
      'may begin like JSON: %j',
      async (reply) => {
        await channel(`reply=${encodeURIComponent(reply)}`)
        const answer = await client.audio.speech.create({ model, voice: 'alloy', input: 'four words in all' })
        expect(await answer.text()).toBe(reply)
        const [row] = await relay.charges(model, 1)
        expect(row?.completion).toBe(6 * (row?.prompt ?? 0))
      },
    )
    test.each([
      ['an empty text', ''],
      ['a list', ['hello']],
      ['a number', 7],
    ])('of %s is refused, and nobody is asked', async (_what, input) => {
      await channel()
      const before = relay.upstream.requests.length
      const response = await relay.post('/v1/audio/speech', token, { model, voice: 'alloy', input })
      expect(await refused(response)).toMatchObject({ status: 400, code: 'speech_text_required' })
      expect(relay.upstream.requests.length).toBe(before)
    })
    test('in a long body that is no JSON is refused', async () => {
      await channel()
      const body = `{"model":"${model}","voice":"alloy","input":"${'a'.repeat(70_000)}\\q"}`
      expect(await refused(await relay.post('/v1/audio/speech', token, body))).toMatchObject({ status: 400 })
    })
    test('of nothing costs nothing', async () => {
      await channel('reply=')
      const response = await relay.post('/v1/audio/speech', token, { model, voice: 'alloy', input: 'hello' })
      expect(response.status).toBeGreaterThanOrEqual(500)
      expect(await relay.charges(model)).toEqual([])
    })
    test('passes through byte by byte, and the old voices cost by the character', async () => {
      await relay.channel({ models: 'tts-1' })
      const input = 'Grüße, 世界 👋'
      const answer = await client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input })
      expect(answer.headers.get('content-type')).toBe('audio/mpeg')
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(bytes).toHaveLength([...input].length)
      expect(bytes[0]).toBe(0xff)
      const [row] = await relay.charges('tts-1', 1)
      expect(row).toMatchObject({
        prompt: [...input].length,
        completion: 0,
        quota: Math.floor(7.5 * [...input].length),
      })
    })
    test('of other models counts what is said and written', async () => {
      await channel()
      await client.audio.speech.create({ model, voice: 'alloy', input: 'four words in all' })
      const [row] = await relay.charges(model, 1)
      expect(row?.prompt).toBeGreaterThan(3)
      expect(row?.completion).toBe(6 * (row?.prompt ?? 0))
    })
    test('needs a text', async () => {
      const response = await relay.post('/v1/audio/speech', token, { model, voice: 'alloy' })
      expect(await refused(response)).toMatchObject({ status: 400, message: 'field input is required' })
    })
  })

  describe('a transcript', () => {
    const recording = () => toFile(Buffer.from([0, 1, 2, 0x0d, 0x0a, 0x2d, 0x2d]), 'talk.mp3', { type: 'audio/mpeg' })

    test('names the model that the upstream has, and leaves the file as it is', async () => {
      await channel('usage=true')
      const { text } = await client.audio.transcriptions.create({ model, file: await recording(), language: 'en' })
      expect(text).toBe('talk.mp3 has 7 bytes')
      const body = Buffer.from(sent().body).toString('latin1')
      expect(body).toContain('fake@usage=true')
      expect(body).not.toContain(model)
      expect(body).toContain('name="language"')
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({
        prompt: 14,
        completion: 12,
        receipt: { usage: { audioInput: 10, input: 4, output: 12 } },
      })
    })
    test('as plain text is counted by its words', async () => {
      await channel('usage=false')
      const answer = await client.audio.transcriptions.create({
        model,
        file: await recording(),
        response_format: 'text',
      })
      expect(String(answer)).toBe('talk.mp3 has 7 bytes\n')
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ prompt: 0, receipt: { usage_source: 'estimated' } })
      expect(row?.completion).toBeGreaterThan(3)
    })
    test('in a stream arrives as a whole and is paid by its usage, or by its words', async () => {
      for (const usage of [true, false]) {
        await channel(`usage=${usage}`)
        const stream = await client.audio.transcriptions.create({ model, file: await recording(), stream: true })
        let text = ''
        for await (const event of stream) text += event.type === 'transcript.text.delta' ? event.delta : '|'
        expect(text).toBe('talk.mp3 has 7 bytes|')
        const [row] = await relay.charges(model, 1)
        expect(row?.receipt).toMatchObject({ usage_source: usage ? 'upstream' : 'estimated', end_reason: 'stop' })
        if (usage) expect(row).toMatchObject({ prompt: 14, completion: 45 })
        else expect(row?.completion).toBeGreaterThan(3)
        model = relay.model()
      }
    })
    test.each<[string, string, number]>([
      ['srt', '1\n00:00:00,000 --> 00:00:02,000\nhi there you\n\n2\n00:00:02,000 --> 00:00:04,000\nand me\n', 14],
      ['vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nhi there you\n\n00:02.000 --> 00:04.000\nand me\n', 14],
      ['text', 'hi there you\nand me\n', 0],
      ['text', '{curly\n', 0],
    ])('as %s costs what is said in it, or its seconds', async (_format, reply, tokens) => {
      await channel(`reply=${encodeURIComponent(reply.trimEnd())}`)
      const file = await recording()
      const answer = await client.audio.transcriptions.create({ model, file, response_format: 'text' })
      expect(String(answer)).toBe(reply)
      const [row] = await relay.charges(model, 1)
      if (tokens > 0) expect(row?.completion).toBe(tokens)
      else expect(row?.completion).toBeWithin(1, 9)
    })
    test('goes to whisper-1 where no model is named', async () => {
      await relay.channel({ models: 'whisper-1' })
      const form = new FormData()
      form.append('file', new Blob(['abc']), 'a.wav')
      const response = await relay.server.request('/v1/audio/translations', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      expect(await response.json()).toMatchObject({ text: 'a.wav has 3 bytes' })
      expect(sent().path).toBe('/v1/audio/translations')
      expect(Buffer.from(sent().body).toString()).toContain('whisper-1')
    })
    test.each<[string, string, string]>([
      ['application/json', '{}', 'multipart/form-data'],
      ['multipart/form-data; boundary=b', 'nothing', 'the body is not a form'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nm\r\n--b--',
        'field file is required',
      ],
      [
        'multipart/form-data; boundary=b',
        ['cheap', 'dear']
          .map((name) => `--b\r\nContent-Disposition: form-data; name="model"\r\n\r\n${name}\r\n`)
          .concat('--b--')
          .join(''),
        'more than one model',
      ],
      ['multipart/form-data; boundary=a; boundary=b', '--a--', 'multipart/form-data'],
    ])('%s: %j is refused', async (type, body, message) => {
      const response = await relay.post('/v1/audio/transcriptions', token, body, { 'content-type': type })
      const refusal = await refused(response)
      expect(refusal.status).toBe(400)
      expect(refusal.message).toContain(message)
    })
  })

  test('an upstream of another format does not serve these', async () => {
    await relay.channel({ type: 14, models: model })
    const response = await relay.post('/v1/images/generations', token, { model, prompt: 'a cat' })
    expect(await refused(response)).toMatchObject({ status: 400, code: 'operation_unsupported' })
  })
})
