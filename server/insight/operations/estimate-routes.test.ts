import { expect, test } from 'bun:test'
import { listEstimates, resetEstimates } from '#contract/api/estimates.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/** Prose of which the fake upstream counts a token for each word: fewer than real tokenizers. */
const PROMPT = 'anybody, everywhere, unbelievable '.repeat(20)
const REPLY = 'certainly, wherever, possible '.repeat(20)
const WORDS = 60

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const families = async () => (await relay.root.call(listEstimates, {})).data ?? []
  const messages = [{ role: 'user', content: PROMPT }]

  async function call(model: string, fields: object = {}): Promise<void> {
    const response = await relay.chat(await relay.token(), { model, messages, ...fields })
    expect(response.status).toBe(200)
    await response.text()
  }

  /** The units that a call without reported usage is charged: those of the estimate. */
  async function estimatedCharge(): Promise<number> {
    const model = relay.model()
    const { key } = await relay.channel({ models: model })
    relay.upstream.set({ reply: REPLY, usage: false }, key)
    await call(model)
    const [charged] = await relay.charges(model, 1)
    expect(charged?.receipt.usage_source).toBe('estimated')
    return charged?.prompt ?? 0
  }

  test('ratios are learned from reported calls, shown, used where nothing is reported, and forgotten on demand', async () => {
    expect(await families()).toEqual([])
    const before = await estimatedCharge()
    expect(await families()).toEqual([])
    expect(before).toBeGreaterThan(WORDS * 1.3)

    const model = relay.model()
    const { key } = await relay.channel({ models: model })
    relay.upstream.set({ reply: REPLY }, key)
    for (let i = 0; i < 20; i++) await call(model, { stream: i % 2 === 0 })
    const charges = await relay.charges(model, 20)
    for (const charged of charges) expect(charged).toMatchObject({ prompt: WORDS, completion: WORDS })

    const [other] = await families()
    expect(other?.name).toBe('other')
    const prose = other?.ratios.find(({ script }) => script === 'prose')
    // The first 16 calls of a family, their prompts and answers; then a sample.
    expect(prose?.calls).toBe(32)
    expect(prose?.ratio).toBeLessThan((prose?.by_default ?? 0) * 0.85)
    expect(await estimatedCharge()).toBeWithin(WORDS, before * 0.85)

    await relay.root.call(resetEstimates, {})
    expect(await families()).toEqual([])
    expect(await estimatedCharge()).toBe(before)
    const [row] = await auditsOf(relay.server, 'estimate', 'all')
    expect(row).toMatchObject({ action: 'estimate.delete', actor_name: 'root' })
    expect(JSON.parse(row?.before ?? '')).toMatchObject({ other: { prose: expect.any(Number) } })
  })

  test('nothing is learned from tools, reasoning, short texts and another family', async () => {
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
    const cases = [
      [{ tool_call: true }, { tools }, {}],
      [{ reply: REPLY, reasoning_tokens: 10 }, { messages: [{ role: 'user', content: 'Why?' }] }, {}],
      [{ reply: 'Yes.' }, { messages: [{ role: 'user', content: 'Really?' }] }, {}],
      [{ reply: REPLY }, {}, { to: 'claude-sonnet-4-5' }],
    ] as const
    for (const [behaviour, fields, mapped] of cases) {
      const model = relay.model()
      const model_mapping = 'to' in mapped ? JSON.stringify({ [model]: mapped.to }) : ''
      const { key } = await relay.channel({ models: model, model_mapping })
      relay.upstream.set(behaviour, key)
      for (const stream of [false, true]) await call(model, { ...fields, stream })
      await relay.charges(model, 2)
    }
    expect(await families()).toEqual([])
  })
})
