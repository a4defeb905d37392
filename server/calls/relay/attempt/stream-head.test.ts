import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const ERROR =
  'data: {"error":{"message":"overloaded at http://10.1.2.3:8000","type":"overloaded_error","code":"x"}}\n\n'
const said = (content: string) => `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`
const FINISH = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
const DONE = 'data: [DONE]\n\n'
const PAUSE_MS = 30

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  let model: string

  beforeAll(async () => {
    await relay.option('RetryTimes', 2)
    token = await relay.token()
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })

  /**
   * Creates a channel whose upstream sends parts with pauses between them; with `stays` it keeps the connection
   * open.
   */
  async function channel(parts: (string | Buffer)[], fields: object = {}, stays = false) {
    const answer = () => {
      const body = new ReadableStream({
        async start(controller) {
          for (const part of parts) {
            controller.enqueue(Buffer.from(part))
            await Bun.sleep(PAUSE_MS)
          }
          if (!stays) controller.close()
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    return relay.channelThat(answer, { models: model, ...fields })
  }
  const ask = async () => (await relay.chat(token, { model, stream: true })).text()

  describe('another channel answers when the first thing that a stream says is an error', () => {
    test.each([
      ['behind a comment', [': PROCESSING\n\n', ERROR]],
      ['behind a comment in one packet', [`: PROCESSING\n\n${ERROR}`]],
      ['in two packets', [ERROR.slice(0, 20), ERROR.slice(20)]],
      ['with a field behind it', [ERROR.replace('\n\n', '\nid: 7\n\n')]],
      ['without its blank line', [ERROR.trimEnd()]],
      ['with a name', [`event: error\n${ERROR}`]],
      ['or nothing but comments', [': PROCESSING\n\n', ': PROCESSING\n\n']],
      ['or half an event', [said('lost').slice(0, 20)]],
    ])('%s', async (_, parts) => {
      await channel(parts, { priority: 10 })
      await channel([said('ok'), FINISH, DONE])
      expect(await ask()).toBe(said('ok') + FINISH + DONE)
    })

    test('or when nothing comes within the limit of the first byte', async () => {
      await channel([], { priority: 10, settings: '{"first_byte_timeout":1}' }, true)
      await channel([said('ok'), FINISH, DONE])
      expect(await ask()).toBe(said('ok') + FINISH + DONE)
    })
  })

  test('what came before the first event is handed over with it, byte for byte', async () => {
    const parts = [': PROCESSING\n\n', 'id: 1\n\n', said('one').slice(0, 9), said('one').slice(9) + said('two'), FINISH]
    await channel([...parts, DONE])
    expect(await ask()).toBe(parts.join('') + DONE)
  })

  test('a stream of one event that lacks its blank line is an answer', async () => {
    await channel([FINISH.trimEnd()])
    expect(await ask()).toBe(FINISH)
  })

  test('a stream that is well formed passes byte for byte, whatever is in it and wherever it is cut', async () => {
    const stream = Buffer.from(
      [
        ': welcome\n\n',
        `event: message\nid: 1\n${said('四 \\"error\\" [DONE]')}`,
        `data:{"choices":[{"delta":{"content":"x"}}],\ndata: "usage":null}\nid: 2\n\n`,
        said('crlf').replaceAll('\n', '\r\n'),
        'retry: 10\n\n\n\n',
        said('long '.repeat(2000)),
        FINISH,
        DONE,
      ].join(''),
    )
    for (const size of [1000, 4096, stream.length]) {
      model = relay.model()
      const parts = Array.from({ length: Math.ceil(stream.length / size) }, (_, i) =>
        stream.subarray(i * size, (i + 1) * size),
      )
      await channel(parts)
      expect(await ask()).toBe(stream.toString())
    }
  })

  describe('an error in the middle', () => {
    test.each([
      ['with a field behind it', [said('hello'), ERROR.replace('\n\n', '\nid: 7\n\n')]],
      ['of the name alone', [said('hello'), 'event: error\ndata: {"message":"died at http://10.1.2.3:8000"}\n\n']],
    ])('%s keeps the address of the upstream back', async (_, parts) => {
      await channel(parts)
      const text = await ask()
      expect(text).toStartWith(said('hello'))
      expect(text).not.toContain('10.1.2.3')
      expect(JSON.parse(text.slice(said('hello').length + 'data: '.length)).error.message).toContain('[upstream]')
    })

    test('of an event stands alone behind the whole events', async () => {
      await channel([said('hello'), said('half').slice(0, 30)])
      const text = await ask()
      expect(text).toStartWith(said('hello'))
      const { error } = JSON.parse(text.slice(said('hello').length + 'data: '.length))
      expect(error.code).toBe('upstream_cut')
    })
  })
})
