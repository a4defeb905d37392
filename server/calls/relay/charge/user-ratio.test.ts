import { describe, expect, test } from 'bun:test'
import { updateUser } from '#contract/api/users.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const USAGE = { usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 } }
/** At 1 unit for an input token and 2 for an output token. */
const TOKENS = 200
const CENT = 5000
const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
const whole = () => Response.json({ choices: [{ message: { content: 'hello' } }], ...USAGE })
const streamed = () =>
  new Response(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'hello' } }] })}\n\n` +
      `data: ${JSON.stringify({ choices: [], ...USAGE })}\n\ndata: [DONE]\n\n`,
    EVENTS,
  )

forEachDatabase((_engine, fresh) => {
  describe('a user with a ratio of their own', () => {
    const relay = relaySite(fresh)

    async function customer(user_ratio: number, columns: { quota?: number; group?: string } = {}) {
      const user = await relay.server.addUser({ quota: 100 * CENT, ...columns, user_ratio })
      return { ...user, token: await relay.token({}, await relay.server.login(user.username, PASSWORD)) }
    }
    async function charged(token: string, answer: () => Response, body: object = {}, model = relay.model()) {
      await relay.channelThat(answer, { models: model, group: 'default,vip' })
      const response = await relay.chat(token, { model, ...body })
      await response.text()
      return { status: response.status, row: (await relay.charges(model, 1))[0] }
    }

    test.each([
      ['a whole answer', whole, {}],
      ['a stream', streamed, { stream: true }],
    ])('pays that part of %s, and the receipt tells it', async (_name, answer, body) => {
      const { id, token } = await customer(0.9)
      const { row } = await charged(token, answer, body)
      expect(row).toMatchObject({ quota: 0.9 * TOKENS, receipt: { group_ratio: 1, user_ratio: 0.9 } })
      await expectBooksToAgree(relay.server.services.store, id)
    })

    test('pays the ratio of the group, or that of a rule for it, times the own one', async () => {
      await relay.option('GroupRatio', { default: 1, vip: 0.5, svip: 1 })
      const { token } = await customer(0.5, { group: 'vip' })
      const { row } = await charged(token, whole)
      expect(row).toMatchObject({ quota: TOKENS / 4, receipt: { group_ratio: 0.5, user_ratio: 0.5 } })
      const model = relay.model()
      await relay.option('PriceRules', { [model]: [{ groups: ['vip'], group_ratio: 0.2 }] })
      expect((await charged(token, whole, {}, model)).row).toMatchObject({
        quota: TOKENS / 10,
        receipt: { group_ratio: 0.2, user_ratio: 0.5 },
      })
      await relay.option('GroupRatio', { default: 1, vip: 1, svip: 1 })
    })

    test('pays that part of a price by the call', async () => {
      const model = relay.model()
      await relay.option('ModelPrice', { [model]: 0.01 })
      const { token } = await customer(0.7)
      expect((await charged(token, whole, {}, model)).row).toMatchObject({ quota: 0.7 * CENT })
    })

    test('pays that part of what a tool of the vendor costs', async () => {
      const model = relay.model()
      await relay.option('ToolPrice', { [`web_search:${model}`]: 0.02 })
      const searched = {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        output: [
          { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi', annotations: [] }] },
        ],
        usage: { input_tokens: 100, output_tokens: 50, total_tokens: 150 },
      }
      const { token } = await customer(0.5)
      await relay.channelThat(() => Response.json(searched), { models: model })
      const body = { model, input: 'hi', tools: [{ type: 'web_search' }] }
      await (await relay.post('/v1/responses', token, body)).text()
      expect((await relay.charges(model, 1))[0]).toMatchObject({
        quota: (TOKENS + 2 * CENT) / 2,
        receipt: { tools: { web_search: { calls: 1, price: 0.02 } } },
      })
    })

    test('holds the own price: a balance that pays it is enough, and one below it is not', async () => {
      const model = relay.model()
      await relay.option('ModelPrice', { [model]: 0.01 })
      const enough = await customer(0.5, { quota: CENT / 2 })
      expect((await charged(enough.token, whole, {}, model)).status).toBe(200)
      const dear = await customer(2, { quota: 2 * CENT - 1 })
      expect((await relay.chat(dear.token, { model })).status).toBe(403)
    })

    test('pays nothing at ratio 0', async () => {
      const { id, token } = await customer(0, { quota: 0 })
      const { status, row } = await charged(token, whole)
      expect({ status, quota: row?.quota }).toEqual({ status: 200, quota: 0 })
      await expectBooksToAgree(relay.server.services.store, id)
    })

    test('pays by a new ratio from the next call on', async () => {
      const { id, token } = await customer(1)
      const { row } = await charged(token, whole)
      expect(row?.receipt.user_ratio).toBeUndefined()
      expect(row?.quota).toBe(TOKENS)
      await relay.root.call(updateUser, { body: { id, user_ratio: 0.25 } })
      expect((await charged(token, whole)).row?.quota).toBe(TOKENS / 4)
    })
  })
})
