import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { testChannel } from '#contract/api/channel-checks.ts'
import { PALM_KEY, startFakePalm } from '#test/fake-upstream/palm.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const messages = [
  { role: 'system' as const, content: 'Be brief.' },
  { role: 'user' as const, content: 'hi' },
  { role: 'assistant' as const, content: 'Yes?' },
  { role: 'user' as const, content: 'three words here' },
]
const pieces = ['Line one\n', 'and “two”.']
const text = pieces.join('')

/** OpenAI's SDK as the caller, Google's PaLM as the upstream. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const palm = startFakePalm()
  const channel = (fields: Record<string, unknown> = {}) =>
    site.relay.channel({
      type: 11,
      key: PALM_KEY,
      base_url: palm.url,
      models: site.model,
      model_mapping: JSON.stringify({ [site.model]: 'PaLM-2' }),
      ...fields,
    })

  beforeAll(async () => {
    await site.relay.option('AutomaticDisableChannelEnabled', true)
  })
  beforeEach(() => {
    palm.behave({ pieces })
  })
  afterAll(async () => {
    await palm.stop()
  })

  test('a chat, billed by an estimate', async () => {
    await channel()
    const answer = await site.client.chat.completions.create({
      model: site.model,
      messages,
      temperature: 2,
      n: 2,
      max_tokens: 5,
    })
    expect(answer.choices).toMatchObject([
      { index: 0, message: { content: text }, finish_reason: 'stop' },
      { index: 1, message: { content: text }, finish_reason: 'stop' },
    ])
    expect(JSON.parse(Buffer.from(palm.requests.at(-1)!.body).toString())).toEqual({
      prompt: {
        context: 'Be brief.',
        messages: [
          { author: '0', content: 'hi' },
          { author: '1', content: 'Yes?' },
          { author: '0', content: 'three words here' },
        ],
      },
      temperature: 1,
      candidateCount: 2,
    })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.receipt.usage_source).toBe('estimated')
    expect(row?.completion).toBeGreaterThan(4)
  })

  test('a stream brings the whole answer in the caller’s format, and its end', async () => {
    await channel()
    const chunks = []
    const options = { stream: true, stream_options: { include_usage: true } } as const
    for await (const chunk of await site.client.chat.completions.create({ model: site.model, messages, ...options })) {
      chunks.push(chunk)
    }
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(text)
    expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['stop'])
    const [row] = await site.relay.charges(site.model, 1)
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: row?.prompt, completion_tokens: row?.completion })
    expect(row).toMatchObject({ stream: true, receipt: { end_reason: 'stop', usage_source: 'estimated' } })
  })

  test.each([false, true])('what the vendor’s filters refuse ends as such (stream: %p)', async (streamed) => {
    palm.behave({ error: 'SAFETY' })
    await channel()
    const stop = streamed
      ? (await site.client.chat.completions.stream({ model: site.model, messages }).finalChatCompletion()).choices[0]
      : (await site.client.chat.completions.create({ model: site.model, messages })).choices[0]
    expect(stop?.finish_reason).toBe('content_filter')
  })

  test.each([false, true])('a busy vendor is left for another channel (stream: %p)', async (stream) => {
    palm.behave({ error: 429 })
    const { id } = await channel({ priority: 9 })
    await site.relay.channel({ models: site.model })
    if (stream) await site.client.chat.completions.stream({ model: site.model, messages }).finalChatCompletion()
    else await site.client.chat.completions.create({ model: site.model, messages })
    expect(site.relay.server.services.channels.byId(id)?.status).toBe(1)
  })

  test('a wrong key ends the channel', async () => {
    const { id } = await channel({ key: 'AIzaSomeOtherKey' })
    const error = await failureOf(site.client.chat.completions.create({ model: site.model, messages }))
    expect(error).toMatchObject({ status: 502, code: 'upstream_auth' })
    await until(() => site.relay.server.services.channels.byId(id)?.status === 3)
  })

  test('what it has no words for goes elsewhere, or is told', async () => {
    await channel()
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }]
    const error = await failureOf(site.client.chat.completions.create({ model: site.model, messages, tools }))
    expect(error).toMatchObject({ status: 400, code: 'convert_request_failed' })
  })

  test('a channel test', async () => {
    const { id } = await channel()
    const tested = await site.relay.root.call(testChannel, { params: { id }, query: { model: site.model } })
    expect(tested).toMatchObject({ success: true, message: '' })
  })
})
