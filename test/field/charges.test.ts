import { describe, expect, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const UNIT_OF_A_DOLLAR = 500_000

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  /** A model of a channel whose upstream answers what the test says: one unit for input, two for output. */
  async function modelThatAnswers(answer: () => Response): Promise<string> {
    const models = relay.model()
    await relay.channelThat(answer, { models })
    return models
  }
  async function ask(model: string, stream: boolean): Promise<string> {
    return (await relay.chat(await relay.token(), { model, stream })).text()
  }
  const events = (...chunks: object[]) =>
    new Response(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    })
  const said = (content: string, finish_reason: string | null = null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content }, finish_reason }],
  })

  test.each([false, true])(
    'cached tokens that a vendor counts beside the prompt never pay the caller (stream: %p)',
    async (stream) => {
      const usage = {
        prompt_tokens: 500,
        completion_tokens: 40,
        total_tokens: 540,
        prompt_tokens_details: { cached_tokens: 9000 },
      }
      const model = await modelThatAnswers(() =>
        stream
          ? events(said('hello', 'stop'), { ...said(''), choices: [], usage })
          : Response.json({ choices: [{ index: 0, message: { content: 'hello' }, finish_reason: 'stop' }], usage }),
      )
      await ask(model, stream)
      const [charge] = await relay.charges(model, 1)
      expect(charge).toMatchObject({ prompt: 500, completion: 40 })
      expect(charge!.quota).toBeWithin(2 * 40, 500 + 2 * 40 + 1)
      for (const tokens of Object.values(charge!.receipt.usage)) expect(tokens).toBeGreaterThanOrEqual(0)
    },
  )

  test('usage that comes again with every event, growing or the same, counts once', async () => {
    const usage = (completion_tokens: number) => ({
      usage: { prompt_tokens: 10, completion_tokens, total_tokens: 10 + completion_tokens },
    })
    const model = await modelThatAnswers(() =>
      events(
        { ...said('one '), ...usage(7) },
        { ...said('two', 'stop'), ...usage(20) },
        { ...said(''), choices: [], ...usage(20) },
        { ...said(''), choices: [], ...usage(20) },
      ),
    )
    await ask(model, true)
    const charges = await relay.charges(model, 1)
    expect(charges).toMatchObject([{ prompt: 10, completion: 20, quota: 10 + 2 * 20 }])
  })

  test('the text of an error is not output that somebody pays for', async () => {
    const message = 'this is not an answer '.repeat(500)
    const model = await modelThatAnswers(() =>
      events(said('hello'), { error: { message, type: 'server_error', code: 'broken' } }),
    )
    await ask(model, true)
    const [charge] = await relay.charges(model, 1)
    expect(charge!.completion).toBeWithin(1, 10)
    expect(charge!.receipt.end_reason).toBe('upstream_error')
  })

  describe('an owner with a large balance', () => {
    test('gets not one call on credit, however many come at once', async () => {
      const model = relay.model()
      await relay.channel({ models: model })
      await relay.option('ModelPrice', { [model]: 1 })
      const { id, username } = await relay.server.addUser({ quota: 20 * UNIT_OF_A_DOLLAR })
      const token = await relay.token({}, await relay.server.login(username, PASSWORD))
      const statuses = await Promise.all(
        Array.from({ length: 80 }, async () => (await relay.chat(token, { model })).status),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(20)
      await relay.charges(model, 20)
      const books = await expectBooksToAgree(relay.server.services.store, id)
      expect(books).toEqual({ charged: 20 * UNIT_OF_A_DOLLAR, calls: 20, balance: 0 })
    })

    test('is charged amounts beyond 32 bits to the unit', async () => {
      const model = relay.model()
      await relay.channel({ models: model })
      // 10,000 dollars a call: five thousand million units.
      await relay.option('ModelPrice', { [model]: 10_000 })
      const quota = 3 * 10_000 * UNIT_OF_A_DOLLAR
      const { id, username } = await relay.server.addUser({ quota: quota + 1 })
      const owner = await relay.server.login(username, PASSWORD)
      const token = await relay.token({ unlimited_quota: false, remain_quota: quota }, owner)
      for (let call = 0; call < 3; call++) expect((await relay.chat(token, { model })).status).toBe(200)
      await relay.charges(model, 3)
      const books = await expectBooksToAgree(relay.server.services.store, id)
      expect(books).toEqual({ charged: quota, calls: 3, balance: 1 })
    })
  })

  test('what cannot be billed is not relayed: tasks at a channel that answers', async () => {
    const model = relay.model()
    await relay.channel({ models: `${model},suno_music,mj_imagine` })
    const token = await relay.token()
    const before = relay.upstream.requests.length
    const calls = [
      relay.post('/suno/submit/music', token, { prompt: 'la' }),
      relay.post('/mj/submit/imagine', token, { prompt: 'a cat' }),
    ]
    for (const response of await Promise.all(calls)) expect(response.status).toBeGreaterThanOrEqual(400)
    expect(relay.upstream.requests).toHaveLength(before)
  })
})
