import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { createChannel } from '#contract/api/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const TURNS = 5
const CONVERSATIONS = 6

/** A turn of a conversation in the words of each format. */
const FORMATS = {
  openai: (model: string, texts: string[]) => [
    '/v1/chat/completions',
    { model, messages: texts.map((content, n) => ({ role: n % 2 ? 'assistant' : 'user', content })) },
  ],
  anthropic: (model: string, texts: string[]) => [
    '/v1/messages',
    {
      ...{ model, max_tokens: 9, system: [{ type: 'text', text: 'be brief', cache_control: { type: 'ephemeral' } }] },
      messages: texts.map((text, n) => ({
        role: n % 2 ? 'assistant' : 'user',
        content: [{ type: 'text', text, ...(n === texts.length - 1 && { cache_control: { type: 'ephemeral' } }) }],
      })),
    },
  ],
  responses: (model: string, texts: string[]) => [
    '/v1/responses',
    { model, input: texts.map((content, n) => ({ role: n % 2 ? 'assistant' : 'user', content })) },
  ],
  gemini: (model: string, texts: string[]) => [
    `/v1beta/models/${model}:generateContent`,
    { contents: texts.map((text, n) => ({ role: n % 2 ? 'model' : 'user', parts: [{ text }] })) },
  ],
} as const satisfies Record<string, (model: string, texts: string[]) => readonly [string, object]>

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  let model: string
  beforeAll(async () => {
    token = await relay.token()
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })

  /** Makes the turns of several conversations in a mixed order; returns the keys that each was sent with. */
  async function talk(format: keyof typeof FORMATS) {
    const random = randomOf(format)
    const keys = Array.from({ length: CONVERSATIONS }, () => new Set<string>())
    for (let turn = 0; turn < TURNS; turn++) {
      for (const n of keys.keys()) {
        const texts = [`conversation ${n}`, ...Array.from({ length: turn }, (_, at) => [`a ${at}`, `q ${at}`]).flat()]
        const [path, body] = FORMATS[format](model, texts)
        const before = relay.upstream.requests.length
        const response = await relay.post(path, token, body)
        await response.text()
        expect(response.status).toBe(200)
        for (const { headers } of relay.upstream.requests.slice(before)) keys[n]?.add(headers.authorization ?? '')
        if (random() < 0.3) expect((await relay.chat(token, { model, user: `${random()}` })).status).toBe(200)
      }
    }
    return keys
  }

  test.each(Object.keys(FORMATS) as (keyof typeof FORMATS)[])(
    'a conversation in the format %s keeps its channel without a hint, and others have others',
    async (format) => {
      for (let n = 0; n < 4; n++) await relay.channel({ models: model })
      const keys = await talk(format)
      for (const used of keys) expect(used.size).toBe(1)
      expect(new Set(keys.flatMap((used) => [...used])).size).toBeGreaterThan(1)
    },
  )

  test('it keeps its key in a pool', async () => {
    const key = Array.from({ length: 6 }, (_, n) => `sk-pool-${model}-${n}`).join('\n')
    const body = { type: 1, name: 'pool', key, models: model, mode: 'multi_to_single', base_url: relay.upstream.url }
    expect((await relay.root.call(createChannel, { body: body as never })).success).toBe(true)
    const keys = await talk('openai')
    for (const used of keys) expect(used.size).toBe(1)
    expect(new Set(keys.flatMap((used) => [...used])).size).toBeGreaterThan(1)
  })

  test('sessions of Claude Code keep their channel, whatever the turns say', async () => {
    for (let n = 0; n < 5; n++) await relay.channel({ models: model })
    for (let session = 0; session < 4; session++) {
      const before = relay.tried(model).length
      for (let turn = 0; turn < 4; turn++) {
        const metadata = { user_id: `user_0a_account__session_${session}f-0` }
        const messages = [{ role: 'user', content: `turn ${turn}` }]
        expect((await relay.post('/v1/messages', token, { model, max_tokens: 5, messages, metadata })).status).toBe(200)
      }
      expect(new Set(relay.tried(model).slice(before)).size).toBe(1)
    }
  })

  test('health, limits and priority go before, and the option turns it off', async () => {
    for (let n = 0; n < 3; n++) await relay.channel({ models: model })
    const ask = async () => {
      const messages = [{ role: 'user', content: 'tell me more' }]
      expect((await relay.chat(token, { model, messages })).status).toBe(200)
      return relay.tried(model).at(-1)
    }
    const home = await ask()
    for (let n = 0; n < 5; n++) expect(await ask()).toBe(home)
    const better = await relay.channel({ models: model, priority: 5, limits: { rpm: 2 } })
    expect([await ask(), await ask(), await ask()]).toEqual([better.key, better.key, home])
    await relay.option('ConversationAffinityEnabled', false)
    const used = new Set<string | undefined>()
    for (let n = 0; n < 40; n++) used.add(await ask())
    expect(used.size).toBe(3)
    await relay.option('ConversationAffinityEnabled', true)
  })
})

/** Random numbers from 0 up to 1 that are the same in each run. */
function randomOf(key: string): () => number {
  let drawn = 0
  return () => Bun.hash.xxHash32(`${key} ${drawn++}`) / 2 ** 32
}
