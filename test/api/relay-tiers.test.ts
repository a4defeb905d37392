import { describe, expect, test } from 'bun:test'
import { inspect } from '#server/money/watchdog/inspect.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

interface Format {
  type: number
  path(model: string, stream: boolean): string
  body(model: string, stream: boolean): object
  /** What asks for a dearer tier, its name, and its factor. */
  dear: object
  tier: { name: string; factor: number }
}

const messages = [{ role: 'user', content: 'three words here' }]
const FORMATS: Record<string, Format> = {
  openai: {
    type: 1,
    path: () => '/v1/chat/completions',
    body: (model, stream) => ({ model, stream, messages }),
    dear: { service_tier: 'priority' },
    tier: { name: 'priority', factor: 2 },
  },
  responses: {
    type: 1,
    path: () => '/v1/responses',
    body: (model, stream) => ({ model, stream, input: 'three words here' }),
    dear: { service_tier: 'priority' },
    tier: { name: 'priority', factor: 2 },
  },
  anthropic: {
    type: 14,
    path: () => '/v1/messages',
    body: (model, stream) => ({ model, stream, messages, max_tokens: 100 }),
    dear: { speed: 'fast', inference_geo: 'us' },
    tier: { name: 'fast+us', factor: 2.2 },
  },
  gemini: {
    type: 24,
    path: (model, stream) => `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: () => ({ contents: [{ role: 'user', parts: [{ text: 'three words here' }] }] }),
    dear: { serviceTier: 'priority' },
    tier: { name: 'priority', factor: 2 },
  },
}

/** Fields that change the vendor's price, at a channel that leaves them out and at one that lets callers pay for them. */
forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const sent = () => JSON.parse(Buffer.from(relay.upstream.requests.at(-1)!.body).toString())

  async function call(format: Format, { stream = false, allowed = false, fields = {} }) {
    const model = relay.model()
    const settings = allowed ? JSON.stringify({ service_tiers: true }) : ''
    await relay.channel({ type: format.type, models: model, settings })
    const token = await relay.token()
    const answer = await relay.post(format.path(model, stream), token, { ...format.body(model, stream), ...fields })
    expect(answer.status, await answer.text()).toBe(200)
    const [row] = await relay.charges(model, 1)
    if (!row) throw new Error('no row')
    return row
  }

  for (const [name, format] of Object.entries(FORMATS)) {
    for (const stream of [false, true]) {
      describe(`${name}, ${stream ? 'streamed' : 'as a whole'}`, () => {
        test('a dearer tier is left out, noted, and not charged', async () => {
          const plain = await call(format, { stream })
          const row = await call(format, { stream, fields: format.dear })
          for (const field of Object.keys(format.dear)) expect(sent()).not.toHaveProperty(field)
          expect(row.receipt).toMatchObject({ omitted: Object.keys(format.dear) })
          expect(row.receipt.tier).toBeUndefined()
          expect(row.quota).toBe(plain.quota)
        })

        test('where the channel allows it, it reaches the vendor and is charged by its factor', async () => {
          const plain = await call(format, { stream, allowed: true })
          const row = await call(format, { stream, allowed: true, fields: format.dear })
          expect(sent()).toMatchObject(format.dear)
          expect(row.receipt.omitted).toBeUndefined()
          expect(row.receipt.tier).toEqual(format.tier)
          expect(plain.receipt.tier).toBeUndefined()
          const carried = (row.receipt.carry_out - row.receipt.carry_in) / 1000
          const plainly = plain.quota + (plain.receipt.carry_out - plain.receipt.carry_in) / 1000
          expect(row.quota + carried).toBeCloseTo(plainly * format.tier.factor, 3)
        })
      })
    }

    test(`${name}: a call that is converted leaves it out and notes it`, async () => {
      const row = await call({ ...format, type: format.type === 14 ? 24 : 14 }, { allowed: true, fields: format.dear })
      for (const field of Object.keys(format.dear)) expect(sent()).not.toHaveProperty(field)
      expect(row.receipt).toMatchObject({ omitted: Object.keys(format.dear) })
      expect(row.receipt.tier).toBeUndefined()
    })
  }

  test('a cheaper tier passes at every channel and is charged as the vendor charges it', async () => {
    const model = 'gpt-5.2'
    await relay.channel({ models: model })
    const token = await relay.token()
    const fields = { model, messages, fake: { prompt_tokens: 10_000, tokens: 20 } }
    for (const service_tier of ['default', 'flex'])
      expect((await relay.chat(token, { ...fields, service_tier })).status).toBe(200)
    const [plain, flex] = await relay.charges(model, 2)
    expect(flex?.receipt.tier).toEqual({ name: 'flex', factor: 0.5 })
    expect(flex?.quota ?? 0).toBeCloseTo((plain?.quota ?? 0) / 2, -1)
  })

  test('a stream that breaks off before its usage is charged at the tier that was asked for', async () => {
    const model = relay.model()
    await relay.channel({ models: model, settings: JSON.stringify({ service_tiers: true }) })
    const request = { model, stream: true, messages, service_tier: 'priority', fake: { tokens: 20, cut_after: 10 } }
    await (await relay.chat(await relay.token(), request)).text()
    const [row] = await relay.charges(model, 1)
    expect(row?.receipt).toMatchObject({ tier: { name: 'priority', factor: 2 }, end_reason: 'upstream_error' })
    expect(row?.receipt.usage.output).toBeGreaterThan(0)
  })

  test('a beta that some models cost more for is left out, and the others pass', async () => {
    const model = relay.model()
    await relay.channel({ type: 14, models: model })
    const betas = { 'anthropic-beta': 'fast-mode-2026-02-01,files-api-2025-04-14', 'anthropic-version': '2023-06-01' }
    const answer = await relay.post('/v1/messages', await relay.token(), { model, messages, max_tokens: 9 }, betas)
    expect(answer.status).toBe(200)
    expect(relay.upstream.requests.at(-1)?.headers['anthropic-beta']).toBe('files-api-2025-04-14')
    const [row] = await relay.charges(model, 1)
    expect(row?.receipt.omitted).toEqual(['anthropic-beta'])
  })

  test('a hold covers the dearer tier: what its owner cannot pay is refused before it is sent', async () => {
    const model = relay.model()
    await relay.channel({ models: model, settings: JSON.stringify({ service_tiers: true }) })
    const words = Array.from({ length: 3000 }, () => 'word').join(' ')
    const token = await relay.token({ unlimited_quota: false, remain_quota: 5000 })
    const request = { model, messages: [{ role: 'user', content: words }], max_tokens: 1 }
    const before = relay.upstream.requests.length
    expect((await relay.chat(token, { ...request, service_tier: 'priority' })).status).toBe(403)
    expect(relay.upstream.requests.length).toBe(before)
    expect((await relay.chat(token, request)).status).toBe(200)
  })

  test('the books agree, and the watchdog finds nothing', async () => {
    const { store } = relay.server.services
    const { charged } = await expectBooksToAgree(store, 1)
    expect(charged).toBeGreaterThan(0)
    await expectChannelsToAgree(store)
    for await (const finding of inspect(store, 0)) expect(finding.differences).toEqual([])
  })
})
