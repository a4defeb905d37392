import { beforeAll, describe, expect, test } from 'bun:test'
import { recompute } from '#contract/receipt.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const OPENROUTER = 20
const UNITS = 500_000
const TOKENS = 10 + 2 * 5
const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
const message = { role: 'assistant', content: 'found' }
const data = (events: object[]) =>
  `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  beforeAll(async () => {
    token = await relay.token()
  }, START_MS)

  function answers(usage: object): [() => Response, object][] {
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    const events = [
      { choices: [{ index: 0, delta: { content: 'found' } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
    ]
    return [
      [() => Response.json({ object: 'chat.completion', choices, usage }), {}],
      [() => new Response(data(events), { headers: { 'content-type': 'text/event-stream' } }), { stream: true }],
    ]
  }
  async function charged(type: number, usage: object, fields: object) {
    const rows = []
    for (const [answer, wish] of answers(usage)) {
      const model = relay.model()
      await relay.channelThat(answer, { type, models: model })
      await (await relay.chat(token, { model, ...fields, ...wish })).text()
      rows.push((await relay.charges(model, 1))[0])
    }
    return rows
  }
  const fields = { models: ['a', 'b'], provider: { sort: 'throughput' }, tools: [{ type: 'openrouter:web_search' }] }

  describe('what only the vendor’s cost counts', () => {
    test('is charged by it, where it comes', async () => {
      for (const row of await charged(OPENROUTER, { ...counts, cost: 0.0123 }, fields)) {
        expect(row).toMatchObject({ quota: 0.0123 * UNITS, receipt: { told_cost: 0.0123 } })
        expect(row?.receipt.omitted).toBeUndefined()
        expect(recompute({ ...row!.receipt, carry_in: 0 })).toBe(0.0123 * UNITS)
      }
    })
    test('costs no less than the price', async () => {
      for (const row of await charged(OPENROUTER, { ...counts, cost: 0.000001 }, fields)) {
        expect(row).toMatchObject({ quota: TOKENS, receipt: { told_cost: 0.000001 } })
      }
    })
    test('includes what the provider bills for a key of the operator’s own', async () => {
      const usage = { ...counts, cost: 0.001, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } }
      for (const row of await charged(OPENROUTER, usage, fields)) expect(row?.quota).toBe(0.021 * UNITS)
    })
    test('is not asked for elsewhere, and no other vendor’s cost is trusted', async () => {
      for (const row of await charged(1, { ...counts, cost: 5 }, fields)) {
        expect(row?.quota).toBe(TOKENS)
        expect(row?.receipt.omitted?.sort()).toEqual(['models', 'provider', 'tools[0]: openrouter:web_search'])
      }
    })
  })

  test('a call without such fields is charged by its price', async () => {
    for (const row of await charged(OPENROUTER, { ...counts, cost: 0.0123 }, {})) {
      expect(row?.quota).toBe(TOKENS)
      expect(row?.receipt).not.toHaveProperty('told_cost')
    }
  })
})
