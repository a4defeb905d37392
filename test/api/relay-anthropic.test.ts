import { beforeEach, describe, expect, test } from 'bun:test'
import { BadRequestError } from 'openai'
import { forEachDatabase } from '#test/harness/databases.ts'
import { testHonestStreams } from '#test/harness/honest-streams.ts'
import { failureOf, lastSent, sdkSite, textOf, WITH_USAGE } from '#test/harness/sdk-site.ts'

const CLAUDE = 14
const messages = [{ role: 'user' as const, content: 'three words here' }]
const tools = [
  {
    type: 'function' as const,
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
]

/** OpenAI's SDK as the caller, Anthropic's format as the upstream's. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  /** The behaviour of the upstream is written in the name that the channel maps to. */
  const behave = (behaviour: string) =>
    site.relay.channel({
      type: CLAUDE,
      models: site.model,
      model_mapping: JSON.stringify({ [site.model]: `claude-sonnet-4-5@${behaviour}` }),
    })

  beforeEach(() => {
    site.relay.upstream.invoice.clear()
  })

  const sent = () => lastSent(site.relay.upstream)

  test('a chat', async () => {
    const { key } = await behave('tokens=4')
    const answer = await site.client.chat.completions.create({
      model: site.model,
      messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
      temperature: 0,
      stop: 'END',
    })
    expect(answer.object).toBe('chat.completion')
    expect(answer.model).toBe(site.model)
    expect(answer.choices).toMatchObject([
      { message: { role: 'assistant', content: 'The quick brown fox' }, finish_reason: 'stop' },
    ])
    expect(answer.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 })
    const { path, headers, json } = sent()
    expect(path).toBe('/v1/messages')
    expect(headers).toMatchObject({ 'x-api-key': key, 'anthropic-version': '2023-06-01' })
    expect(headers.authorization).toBeUndefined()
    expect(json).toEqual({
      model: 'claude-sonnet-4-5@tokens=4',
      max_tokens: 64_000,
      system: 'Be brief.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'three words here' }] }],
      stop_sequences: ['END'],
      temperature: 0,
    })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row).toMatchObject({ quota: 3 + 2 * 4, receipt: { usage_source: 'upstream', end_reason: 'stop' } })
  })

  test('cached input is a part of the prompt that costs its own price', async () => {
    await site.relay.option('CacheRatio', { [site.model]: 0.1 })
    await behave('tokens=5&prompt_tokens=100&cached_tokens=60')
    const { usage } = await site.client.chat.completions.create({ model: site.model, messages })
    expect(usage).toMatchObject({ prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 60 } })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.quota).toBe(40 + 6 + 2 * 5)
  })

  describe('a stream', () => {
    test('is chunks of one completion, and its usage is billed', async () => {
      await behave('reply=four+words+in+all')
      const chunks = await site.stream()
      expect(textOf(chunks)).toBe('four words in all')
      expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
      expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
      expect(chunks.every(({ usage }) => usage === undefined)).toBe(true)
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 3 + 2 * 4, stream: true, receipt: { usage_source: 'upstream' } })
    })

    test('tells its usage to who asks for it', async () => {
      await behave('tokens=4')
      const chunks = await site.stream(WITH_USAGE)
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } })
    })

    testHonestStreams(site, behave, 3)
  })

  describe('tools', () => {
    test('a call and its result', async () => {
      await behave('tool_call=true')
      const first = await site.client.chat.completions.create({ model: site.model, messages, tools })
      const [choice] = first.choices
      expect(choice?.finish_reason).toBe('tool_calls')
      const [call] = choice?.message.tool_calls ?? []
      expect(call).toMatchObject({ type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } })
      const result = { role: 'tool' as const, tool_call_id: call?.id ?? '', content: 'sunny' }
      await site.client.chat.completions.create({
        model: site.model,
        messages: [...messages, choice!.message, result],
        tools,
      })
      expect(sent().json.messages.slice(1)).toEqual([
        { role: 'assistant', content: [{ type: 'tool_use', id: call?.id, name: 'weather', input: { city: 'Paris' } }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call?.id, content: [{ type: 'text', text: 'sunny' }] }],
        },
      ])
    })

    test('a streamed call', async () => {
      await behave('tool_call=true')
      const final = await site.client.chat.completions
        .stream({ model: site.model, messages, tools })
        .finalChatCompletion()
      expect(final.choices[0]).toMatchObject({
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Paris"}' } }] },
      })
    })
  })

  describe('an error', () => {
    test('of the request is told with its words and not tried elsewhere', async () => {
      await behave('error=400')
      const error = await failureOf(site.client.chat.completions.create({ model: site.model, messages }))
      expect(error).toBeInstanceOf(BadRequestError)
      expect(String(error)).toContain('max_tokens: 999999 > 64000')
      expect(site.relay.upstream.requests.filter(({ body }) => Buffer.from(body).includes(site.model))).toHaveLength(0)
    })
    test('of an overloaded upstream is tried at another channel', async () => {
      await site.relay.channel({
        type: CLAUDE,
        models: site.model,
        priority: 9,
        model_mapping: JSON.stringify({ [site.model]: 'claude-sonnet-4-5@error=529' }),
      })
      await behave('tokens=2')
      const answer = await site.client.chat.completions.create({ model: site.model, messages })
      expect(answer.choices[0]?.message.content).toBe('The quick')
    })
    test('of a stream that has begun with an error is tried at another channel, of another format', async () => {
      await site.relay.channel({ type: CLAUDE, models: site.model, priority: 9, base_url: 'http://127.0.0.1:1' })
      await site.relay.channel({ models: site.model })
      const answer = await site.client.chat.completions.create({ model: site.model, messages })
      expect(answer.choices[0]?.message.content).toStartWith('The quick')
    })
    test('of a part that the format has no word for names the part, and charges nothing', async () => {
      await behave('tokens=2')
      const bad = [{ role: 'user' as const, content: [{ type: 'hologram', hologram: { url: 'x' } }] }]
      const error = await failureOf(site.client.chat.completions.create({ model: site.model, messages: bad as never }))
      expect(error).toMatchObject({ status: 400, code: 'convert_request_failed', param: 'messages[0].content[0].type' })
      const audio = [{ type: 'input_audio' as const, input_audio: { data: 'AAAA', format: 'wav' as const } }]
      const unfit = await failureOf(
        site.client.chat.completions.create({ model: site.model, messages: [{ role: 'user', content: audio }] }),
      )
      expect(unfit).toMatchObject({ status: 400, code: 'convert_request_failed' })
      expect(await site.relay.charges(site.model)).toEqual([])
    })
    test('of another call than a chat says so', async () => {
      await behave('tokens=2')
      const error = await failureOf(site.client.embeddings.create({ model: site.model, input: 'x' }))
      expect(error).toMatchObject({ status: 400, code: 'operation_unsupported' })
    })
  })
})
