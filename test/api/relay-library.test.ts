import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { APIError } from 'openai'
import { testChannel } from '#contract/api/channel-checks.ts'
import { createChannel } from '#contract/api/channels.ts'
import { errorText } from '#contract/errors.ts'
import { AIPROXY_KEY, LIBRARY, startFakeAIProxy } from '#test/fake-upstream/aiproxy.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const messages = [
  { role: 'user' as const, content: 'hi' },
  { role: 'assistant' as const, content: 'Yes?' },
  { role: 'user' as const, content: 'May I return it?' },
]
const pieces = ['Within ', '14 days', '。']
const REFERENCES =
  '\n\n参考文档：\n1. [Return policy](https://docs.example/returns)\n' +
  '2. [Prices \\[2026\\]](https://docs.example/prices_%28eu%29)\n'

/** OpenAI's SDK as the caller, a knowledge base of AI Proxy as the upstream. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const library = startFakeAIProxy()
  const channel = (fields: Record<string, unknown> = {}) =>
    site.relay.channel({
      type: 21,
      key: AIPROXY_KEY,
      other: LIBRARY,
      base_url: library.url,
      models: site.model,
      model_mapping: JSON.stringify({ [site.model]: 'gpt-4o' }),
      ...fields,
    })

  beforeAll(async () => {
    await site.relay.option('AutomaticDisableChannelEnabled', true)
  })
  beforeEach(() => {
    library.behave({ pieces })
  })
  afterAll(async () => {
    await library.stop()
  })
  const ask = () => site.client.chat.completions.create({ model: site.model, messages })
  async function stream() {
    let [text, finish] = ['', '']
    for await (const { choices } of await site.client.chat.completions.create({
      model: site.model,
      messages,
      stream: true,
    })) {
      text += choices[0]?.delta.content ?? ''
      finish += choices[0]?.finish_reason ?? ''
    }
    return { text, finish }
  }

  test('the last question is asked, and the documents stand behind the answer', async () => {
    await channel()
    const answer = await ask()
    expect(answer.choices).toMatchObject([
      { message: { content: pieces.join('') + REFERENCES }, finish_reason: 'stop' },
    ])
    expect(JSON.parse(Buffer.from(library.requests.at(-1)!.body).toString())).toEqual({
      model: 'gpt-4o',
      query: 'May I return it?',
      libraryId: LIBRARY,
    })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.receipt.usage_source).toBe('estimated')
    expect(row?.completion).toBeGreaterThan(0)
  })

  test('a stream that is cut into parts of three bytes', async () => {
    library.behave({ pieces, split: 3 })
    await channel()
    expect(await stream()).toEqual({ text: pieces.join('') + REFERENCES, finish: 'stop' })
    expect((await site.relay.charges(site.model, 1))[0]).toMatchObject({
      stream: true,
      receipt: { end_reason: 'stop' },
    })
  })

  test('a stream without its last event is told as one that broke off', async () => {
    library.behave({ pieces, cutAfter: 2 })
    await channel()
    expect(await failureOf(stream())).toBeInstanceOf(APIError)
    expect((await site.relay.charges(site.model, 1))[0]?.receipt.end_reason).toBe('upstream_error')
  })

  test.each([false, true])(
    'a refusal with status 200 is no success, and is tried elsewhere (stream: %p)',
    async (streamed) => {
      library.behave({ error: 500 })
      const { id } = await channel({ priority: 9 })
      const call = streamed ? stream : ask
      expect(await failureOf(call())).toMatchObject({ status: 500, code: '500' })
      expect(await site.relay.charges(site.model)).toEqual([])
      await site.relay.channel({ models: site.model })
      await call()
      expect(site.relay.server.services.channels.byId(id)?.status).toBe(1)
    },
  )

  test('an error in the middle of a stream ends it', async () => {
    library.behave({ pieces, errorAfter: { pieces: 2, code: 1500 } })
    await channel()
    expect(await failureOf(stream())).toMatchObject({ code: '1500' })
  })

  test('a wrong key ends the channel', async () => {
    const { id } = await channel({ key: 'ap-other-key' })
    expect(await failureOf(ask())).toMatchObject({ status: 502, code: 'upstream_auth' })
    await until(() => site.relay.server.services.channels.byId(id)?.status === 3)
  })

  test('without its id a channel is not stored; with it, it is tested', async () => {
    const body = { type: 21, name: 'library', key: AIPROXY_KEY, models: site.model, other: '' }
    const refused = await site.relay.root.call(createChannel, { body })
    expect(refused).toMatchObject({ fields: { other: errorText('channel_library_id_required', 'zh') } })
    const { id } = await channel()
    const tested = await site.relay.root.call(testChannel, { params: { id }, query: { model: site.model } })
    expect(tested).toMatchObject({ success: true, message: '' })
  })
})
