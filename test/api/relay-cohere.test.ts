import { describe, expect, test } from 'bun:test'
import { BadRequestError } from 'openai'
import { fetchChannelModels, testChannel } from '#contract/api/channel-checks.ts'
import { MODELS } from '#test/fake-upstream/cohere.ts'
import { cloudsSite } from '#test/harness/clouds-site.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { testHonestStreams } from '#test/harness/honest-streams.ts'
import { failureOf, lastSent, sdkSite, textOf, WITH_USAGE } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const COHERE = 34
const messages = [{ role: 'user' as const, content: 'three words here' }]
const tool = (name: string) => ({
  type: 'function' as const,
  function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
})

/** OpenAI's SDK as the caller, Cohere as the upstream. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const clouds = cloudsSite()
  const behave = (behaviour: string, fields: Record<string, unknown> = {}) =>
    site.relay.channel({
      type: COHERE,
      base_url: clouds.url,
      models: site.model,
      model_mapping: JSON.stringify({ [site.model]: `command-a@${behaviour}` }),
      ...fields,
    })

  const sent = () => lastSent(clouds)

  test('a chat is sent in the words of Cohere, and its billed units are charged', async () => {
    const { key } = await behave('tokens=4')
    const answer = await site.client.chat.completions.create({
      model: site.model,
      messages: [{ role: 'developer', content: 'Be brief.' }, ...messages],
      temperature: 2,
      top_p: 1,
      stop: 'END',
      user: 'u1',
    })
    expect(answer.choices).toMatchObject([{ message: { content: 'The quick brown fox' }, finish_reason: 'stop' }])
    expect(answer.usage).toMatchObject({ total_tokens: 3 + 2 + 4 })
    const { path, headers, json } = sent()
    expect(path).toBe('/v2/chat')
    expect(headers.authorization).toBe(`Bearer ${key}`)
    expect(json).toEqual({
      model: 'command-a@tokens=4',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'three words here' },
      ],
      stop_sequences: ['END'],
      temperature: 1,
      p: 0.99,
    })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row).toMatchObject({ quota: 5 + 2 * 4, receipt: { usage_source: 'upstream', end_reason: 'stop' } })
  })

  describe('a stream', () => {
    test('is chunks of one completion, and its usage is billed', async () => {
      await behave('reply=four+words+in+all')
      const chunks = await site.stream(WITH_USAGE)
      expect(textOf(chunks)).toBe('four words in all')
      expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
      expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4 })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 3 + 2 * 4, stream: true, receipt: { usage_source: 'upstream' } })
    })

    testHonestStreams(site, behave, 9)
  })

  test('a tool is called by its own name, streamed and whole, and gets its result', async () => {
    await behave('tool_call=true')
    const tools = [tool('get-weather')]
    const called = { name: 'get-weather', arguments: '{"city":"Paris"}' }
    const streamed = await site.client.chat.completions
      .stream({ model: site.model, messages, tools })
      .finalChatCompletion()
    expect(streamed.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: called }] },
    })
    const first = await site.client.chat.completions.create({ model: site.model, messages, tools })
    const [choice] = first.choices
    const [call] = choice?.message.tool_calls ?? []
    expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } })
    expect(call).toMatchObject({ type: 'function', function: called })
    const result = { role: 'tool' as const, tool_call_id: call?.id ?? '', content: 'sunny' }
    await site.client.chat.completions.create({
      model: site.model,
      messages: [...messages, choice!.message, result],
      tools,
    })
    expect(sent().json.messages.slice(1)).toMatchObject([
      { role: 'assistant', tool_plan: 'I will look.', tool_calls: [{ id: call?.id }] },
      { role: 'tool', tool_call_id: call?.id, content: 'sunny' },
    ])
  })

  test('one tool of several is asked for alone', async () => {
    await behave('tokens=2')
    const choice = { type: 'function' as const, function: { name: 'b' } }
    const tools = [tool('a'), tool('b')]
    const answer = await site.client.chat.completions.create({
      model: site.model,
      messages,
      tools,
      tool_choice: choice,
    })
    expect(answer.choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'b' } }])
    expect(sent().json).toMatchObject({ tool_choice: 'REQUIRED', tools: [{ function: { name: 'b' } }] })
  })

  describe('an error', () => {
    test.each([
      ['400', 400, 'message must be at least 1 token long'],
      ['498', 498, 'input blocked'],
    ])('of the request (%s) is told with its words and not tried elsewhere', async (error, status, words) => {
      await behave(`error=${error}`)
      await behave('tokens=2', { priority: -1 })
      const told = await failureOf(site.chat())
      expect(told).toMatchObject({ status })
      expect(String(told)).toContain(words)
      expect(clouds.requests).toHaveLength(1)
    })

    test.each([
      ['429', 1],
      ['503', 1],
      ['402', 3],
      ['trial', 3],
      ['401', 3],
    ])('%s is tried at another channel, and leaves the first at status %d', async (error, status) => {
      await site.relay.option('AutomaticDisableChannelEnabled', true)
      const key = error === '401' ? { key: 'bad' } : {}
      const { id } = await behave(`error=${error}`, { priority: 9, ...key })
      await behave('tokens=2')
      expect((await site.chat()).choices[0]?.message.content).toBe('The quick')
      const { db } = site.relay.server.services.store
      const row = () => db.selectFrom('channels').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      await until(async () => (await row()).status === status)
      await site.relay.option('AutomaticDisableChannelEnabled', false)
    })

    test('of what the format cannot say charges nothing', async () => {
      await behave('tokens=2')
      const audio = { type: 'input_audio' as const, input_audio: { data: 'AAAA', format: 'wav' as const } }
      const error = await failureOf(
        site.client.chat.completions.create({ model: site.model, messages: [{ role: 'user', content: [audio] }] }),
      )
      expect(error).toBeInstanceOf(BadRequestError)
      expect(error).toMatchObject({ code: 'convert_request_failed' })
      expect(await site.relay.charges(site.model)).toEqual([])
    })
  })

  test('a channel is tested, and lists its models', async () => {
    const { id } = await behave('tokens=2')
    expect(await site.relay.root.call(testChannel, { params: { id } })).toMatchObject({ success: true })
    expect((await site.relay.root.call(fetchChannelModels, { params: { id } })).data).toEqual(MODELS)
  })
})
