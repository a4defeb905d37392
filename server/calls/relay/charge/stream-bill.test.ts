import { beforeAll, describe, expect, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { estimatedTokens } from '#test/harness/estimated-tokens.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const CLAUDE = 14
const DONE = 'data: [DONE]\n\n'
const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
/** Estimated tokens of so many words. */
const wordTokens = (count: number) => estimatedTokens('word '.repeat(count))
/** One slice of a model of the harness: 1,000 output tokens at 2 units. */
const SLICE = 2000
const usageOf = (prompt: number, completion: number, more: object = {}) => ({
  usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion, ...more },
})
const said = (content: string, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }], ...more })}\n\n`
const usageChunk = (prompt: number, completion: number) =>
  `data: ${JSON.stringify({ choices: [], ...usageOf(prompt, completion) })}\n\n`

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  /** Creates a model whose upstream answers with a stream. */
  async function modelOf(answer: () => string | ReadableStream, type = 1): Promise<string> {
    const models = relay.model()
    await relay.channelThat(() => new Response(answer(), EVENTS), { type, models })
    return models
  }
  const ask = async (model: string, key?: string) =>
    (await relay.chat(key ?? (await relay.token()), { model, stream: true })).text()
  const charged = async (model: string) => (await relay.charges(model, 1))[0]

  test('a usage that was reported before the first word, and never again, does not stand for the answer', async () => {
    const events = [
      { type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'word '.repeat(800) } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ]
    const model = await modelOf(() => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), CLAUDE)
    expect(await ask(model)).toEndWith(DONE)
    expect(await charged(model)).toMatchObject({
      prompt: 10,
      completion: wordTokens(800),
      receipt: { end_reason: 'stop', usage_source: 'estimated' },
    })
  })

  test.each([[0], [null], [-1]])('an output of %p of an answer with text is no report', async (completion_tokens) => {
    const usage = { prompt_tokens: 10, completion_tokens, total_tokens: 10 }
    const model = await modelOf(
      () => `${said('word '.repeat(40))}data: ${JSON.stringify({ choices: [], usage })}\n\n${DONE}`,
    )
    await ask(model)
    expect(await charged(model)).toMatchObject({
      prompt: 10,
      completion: wordTokens(40),
      receipt: { usage_source: 'estimated' },
    })
    const whole = relay.model()
    const choices = [{ message: { content: 'word '.repeat(40) } }]
    await relay.channelThat(() => Response.json({ choices, usage }), { models: whole })
    await relay.chat(await relay.token(), { model: whole })
    expect(await charged(whole)).toMatchObject({
      prompt: 10,
      completion: wordTokens(40),
      receipt: { usage_source: 'estimated' },
    })
  })

  describe('a stream that did not come to its end pays at least what was delivered', () => {
    beforeAll(() => relay.option('WaiveBrokenAnswersEnabled', false))
    const chunks = Array.from({ length: 20 }, () => said('word '.repeat(40)))

    test('when an early chunk reported next to nothing', async () => {
      const model = await modelOf(() => said('', usageOf(10, 1)) + chunks.join(''))
      await ask(model)
      expect(await charged(model)).toMatchObject({
        prompt: 10,
        completion: wordTokens(800),
        quota: 10 + 2 * wordTokens(800),
        receipt: { end_reason: 'upstream_error', usage_source: 'estimated' },
      })
    })

    test('when the early report is a chunk of its own', async () => {
      const model = await modelOf(() => usageChunk(10, 1) + chunks.join(''))
      await ask(model)
      expect(await charged(model)).toMatchObject({ prompt: 10, completion: wordTokens(800) })
    })

    test('when the report leaves the input out', async () => {
      const model = await modelOf(() => said('', usageOf(0, 1)) + chunks.join(''))
      await ask(model)
      const row = await charged(model)
      expect(row?.prompt).toBeGreaterThan(0)
      expect(row?.completion).toBe(wordTokens(800))
    })

    test('when the caller hangs up', async () => {
      const model = await modelOf(() => {
        const parts = [said('', usageOf(10, 1)), ...chunks]
        return new ReadableStream({
          pull(controller) {
            const part = parts.shift()
            if (part) controller.enqueue(Buffer.from(part))
            else return new Promise(() => {})
          },
        })
      })
      const response = await relay.chat(await relay.token(), { model, stream: true })
      const reader = response.body?.getReader()
      for (let bytes = 0; bytes < chunks.join('').length; ) bytes += (await reader?.read())?.value?.length ?? 0
      await reader?.cancel()
      expect(await charged(model)).toMatchObject({
        prompt: 10,
        completion: wordTokens(800),
        receipt: { end_reason: 'client_abort', usage_source: 'estimated' },
      })
    })

    test('and hidden reasoning as it was reported', async () => {
      const model = await modelOf(() => said('four', usageOf(10, 700)) + said('four', usageOf(10, 701)))
      await ask(model)
      expect(await charged(model)).toMatchObject({
        prompt: 10,
        completion: 701,
        receipt: { end_reason: 'upstream_error', usage_source: 'upstream' },
      })
    })
  })

  describe('of several answers that were asked for', () => {
    const GEMINI = 24
    const begins = (index: number) =>
      `data: ${JSON.stringify({ choices: [{ index, delta: { content: 'word '.repeat(40) } }] })}\n\n`
    const ends = (index: number) =>
      `data: ${JSON.stringify({ choices: [{ index, delta: {}, finish_reason: 'stop' }] })}\n\n`
    const candidate = (index: number, more: object = {}) =>
      `data: ${JSON.stringify({ candidates: [{ index, content: { parts: [{ text: 'word '.repeat(40) }] }, ...more }] })}\n\n`
    const two = async (model: string) => (await relay.chat(await relay.token(), { model, stream: true, n: 2 })).text()
    const geminiTwo = async (model: string) => {
      const body = { contents: [{ parts: [{ text: 'hi' }] }], generationConfig: { candidateCount: 2 } }
      return (
        await relay.post(`/v1beta/models/${model}:streamGenerateContent?alt=sse`, await relay.token(), body)
      ).text()
    }
    const CUT = { completion: wordTokens(40), receipt: { end_reason: 'upstream_error', usage_source: 'estimated' } }

    test.each([
      ['OpenAI', 1, () => begins(0) + ends(0), two],
      ['Gemini, converted', GEMINI, () => candidate(0, { finishReason: 'STOP' }), two],
      ['Gemini', GEMINI, () => candidate(0, { finishReason: 'STOP' }), geminiTwo],
    ])('a stream that ends behind the first was cut (%s)', async (_, type, answer, asked) => {
      const model = await modelOf(answer, type)
      const text = await asked(model)
      expect(text).toContain('word word')
      expect(text).toContain('error')
      expect(text).not.toContain('[DONE]')
      expect(await charged(model)).toMatchObject(CUT)
    })

    test('one that ends in the middle of the second was cut', async () => {
      const model = await modelOf(() => begins(0) + begins(1) + ends(0))
      expect(await two(model)).toContain('error')
      expect(await charged(model)).toMatchObject({
        completion: wordTokens(80),
        receipt: { end_reason: 'upstream_error' },
      })
    })

    test.each([
      ['OpenAI', 1, () => begins(0) + begins(1) + ends(1) + ends(0), two],
      ['OpenAI, with an end marker', 1, () => begins(0) + begins(1) + ends(0) + DONE, two],
      [
        'Gemini, converted',
        GEMINI,
        () => candidate(0, { finishReason: 'STOP' }) + candidate(1, { finishReason: 'STOP' }),
        two,
      ],
      [
        'Gemini',
        GEMINI,
        () => candidate(0, { finishReason: 'STOP' }) + candidate(1, { finishReason: 'STOP' }),
        geminiTwo,
      ],
    ])('one in which all ended is complete (%s)', async (_, type, answer, asked) => {
      const model = await modelOf(answer, type)
      expect(await asked(model)).not.toContain('error')
      expect(await charged(model)).toMatchObject({ completion: wordTokens(80), receipt: { end_reason: 'stop' } })
    })

    test('one whose upstream takes no wish for more, and says that it has ended, is complete', async () => {
      const model = await modelOf(() => begins(0) + ends(0) + DONE)
      expect(await two(model)).toEndWith(DONE)
      expect(await charged(model)).toMatchObject({ completion: wordTokens(40), receipt: { end_reason: 'stop' } })
    })

    test('a question that Gemini blocks has ended for all of them', async () => {
      const blocked = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 4 } }
      const model = await modelOf(() => `data: ${JSON.stringify(blocked)}\n\n`, GEMINI)
      expect(await two(model)).toEndWith(DONE)
      expect(await charged(model)).toMatchObject({ prompt: 4, receipt: { end_reason: 'stop' } })
    })
  })

  test('a complete stream pays what was reported last, however much was delivered', async () => {
    const model = await modelOf(() => said('word '.repeat(400), usageOf(9, 1)) + usageChunk(10, 3) + DONE)
    expect(await ask(model)).toEndWith(DONE)
    expect(await charged(model)).toMatchObject({ prompt: 10, completion: 3, receipt: { usage_source: 'upstream' } })
  })

  describe('a stream that turns out dearer than its owner can pay', () => {
    const dear = () => modelOf(() => said('hello') + usageChunk(10, 1_000_000) + DONE)
    const owner = async (quota: number) => {
      const { id, username } = await relay.server.addUser({ quota })
      return { id, login: await relay.server.login(username, PASSWORD) }
    }

    test('charges the balance and less than one slice, and says so', async () => {
      const model = await dear()
      const { id, login } = await owner(10_000)
      const text = await ask(model, await relay.token({}, login))
      expect(text).toContain('quota_ended_stream')
      expect(text).not.toContain('[DONE]')
      const row = await charged(model)
      expect(row?.quota).toBe(10_000 + SLICE - 1)
      expect(row).toMatchObject({ prompt: 10, completion: 1_000_000 })
      expect(row?.receipt).toMatchObject({
        end_reason: 'insufficient_quota',
        usage_source: 'upstream',
        payable: row!.quota * 1000,
        carry_out: 0,
      })
      const { balance } = await expectBooksToAgree(relay.server.services.store, id)
      expect(balance).toBe(1 - SLICE)
    })

    test('several at once pass the balance by less than one slice in all', async () => {
      const model = await dear()
      const { id, login } = await owner(10_000)
      const key = await relay.token({}, login)
      await Promise.all([1, 2, 3].map(() => ask(model, key)))
      await relay.charges(model, 1)
      const { balance, charged: total } = await expectBooksToAgree(relay.server.services.store, id)
      expect(total).toBe(10_000 + SLICE - 1)
      expect(balance).toBe(1 - SLICE)
    })

    test('charges no more than a limited token has', async () => {
      const model = await dear()
      const { id, login } = await owner(500_000)
      await ask(model, await relay.token({ unlimited_quota: false, remain_quota: 6000 }, login))
      expect((await charged(model))?.quota).toBe(6000 + SLICE - 1)
      const { balance } = await expectBooksToAgree(relay.server.services.store, id)
      expect(balance).toBe(500_000 - 6000 - SLICE + 1)
    })

    test('charges no more than the user has, where the token allows more', async () => {
      const model = await dear()
      const { login } = await owner(10_000)
      await ask(model, await relay.token({ unlimited_quota: false, remain_quota: 400_000 }, login))
      expect((await charged(model))?.quota).toBe(10_000 + SLICE - 1)
    })
  })
})
