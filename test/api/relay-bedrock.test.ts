import { describe, expect, test } from 'bun:test'
import { BadRequestError } from 'openai'
import { probeChannel, testChannel } from '#contract/api/channel-checks.ts'
import { cloudsSite } from '#test/harness/clouds-site.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { testHonestStreams } from '#test/harness/honest-streams.ts'
import { failureOf, lastSent, sdkSite, textOf, WITH_USAGE } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const BEDROCK = 33
const KEY = 'AKFAKE1|secret/of+AKFAKE1|eu-west-1'
const messages = [{ role: 'user' as const, content: 'three words here' }]
const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'weather',
      strict: true,
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
]

/** OpenAI's SDK as the caller, AWS Bedrock as the upstream. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const clouds = cloudsSite()
  const channel = (upstreamModel: string, fields: Record<string, unknown> = {}) =>
    site.relay.channel({
      type: BEDROCK,
      base_url: clouds.url,
      key: KEY,
      models: site.model,
      model_mapping: JSON.stringify({ [site.model]: upstreamModel }),
      ...fields,
    })
  const behave = (behaviour: string, fields?: Record<string, unknown>) =>
    channel(`eu.anthropic.claude-sonnet-4-5@${behaviour}`, fields)

  const sent = () => lastSent(clouds)
  const statusOf = async (id: number) => {
    const { status } = await site.relay.server.services.store.db
      .selectFrom('channels')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return status
  }

  test('a chat is signed, and its model stands in the address', async () => {
    await channel('claude-sonnet-4-5')
    const answer = await site.client.chat.completions.create({
      model: site.model,
      messages: [{ role: 'developer', content: 'Be brief.' }, ...messages],
      max_tokens: 4,
    })
    expect(answer.choices).toMatchObject([{ message: { content: 'The quick brown fox' }, finish_reason: 'length' }])
    const { path, headers, json } = sent()
    expect(path).toBe('/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke')
    expect(headers.authorization).toStartWith('AWS4-HMAC-SHA256 Credential=AKFAKE1/')
    expect(json).toEqual({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 4,
      system: 'Be brief.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'three words here' }] }],
    })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row).toMatchObject({ quota: 3 + 2 * 4, receipt: { usage_source: 'upstream', end_reason: 'stop' } })
  })

  test.each(['ABSKtest|us-east-1', 'ABSKtest||us-east-1'])(
    'an API key of Bedrock is sent as it is: %s',
    async (key) => {
      await behave('tokens=2', { key })
      expect((await site.chat()).choices[0]?.message.content).toBe('The quick')
      expect(sent().headers.authorization).toBe('Bearer ABSKtest')
    },
  )

  describe('a stream', () => {
    test('comes out of its frames, and what its last frame counts is not added', async () => {
      await behave('reply=four+words+in+all')
      const chunks = await site.stream(WITH_USAGE)
      expect(textOf(chunks)).toBe('four words in all')
      expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
      expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4 })
      expect(sent().path).toEndWith('/invoke-with-response-stream')
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 3 + 2 * 4, stream: true, receipt: { usage_source: 'upstream' } })
    })

    testHonestStreams(site, behave, 3, [
      ['cut_after=4', 'upstream_cut'],
      ['malformed_after=4', 'ThrottlingException'],
    ])
  })

  test('a tool is called, streamed and whole, and gets its result', async () => {
    await behave('tool_call=true')
    const called = { name: 'weather', arguments: '{"city":"Paris"}' }
    const streamed = await site.client.chat.completions
      .stream({ model: site.model, messages, tools })
      .finalChatCompletion()
    expect(streamed.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: called })
    const { choices } = await site.client.chat.completions.create({
      model: site.model,
      messages,
      tools,
      parallel_tool_calls: false,
    })
    const [call] = choices[0]?.message.tool_calls ?? []
    expect(call).toMatchObject({ function: called })
    const result = { role: 'tool' as const, tool_call_id: call?.id ?? '', content: 'sunny' }
    await site.client.chat.completions.create({
      model: site.model,
      messages: [...messages, choices[0]!.message, result],
      tools,
    })
    expect(sent().json.messages.at(-1).content).toMatchObject([{ type: 'tool_result', tool_use_id: call?.id }])
  })

  test('an image is sent as data', async () => {
    await behave('tokens=2')
    const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
    await site.client.chat.completions.create({ model: site.model, messages: [{ role: 'user', content: [image] }] })
    expect(sent().json.messages[0].content[0].source).toEqual({
      type: 'base64',
      media_type: 'image/png',
      data: 'iVBORw0KGgo=',
    })
  })

  describe('an error', () => {
    test('of the request is told with its words and not tried elsewhere', async () => {
      await behave('error=400')
      await behave('tokens=2', { priority: -1 })
      const error = await failureOf(site.chat())
      expect(error).toBeInstanceOf(BadRequestError)
      expect(String(error)).toContain('max_tokens: 999999 > 64000')
      expect(clouds.requests).toHaveLength(1)
    })

    test.each(['429', '503', '404', 'quota', 'model_access'])(
      'of the kind %s is tried at another channel',
      async (error) => {
        const { id } = await behave(`error=${error}`, { priority: 9 })
        await behave('tokens=2')
        expect((await site.chat()).choices[0]?.message.content).toBe('The quick')
        expect(clouds.requests).toHaveLength(2)
        expect(await statusOf(id)).toBe(1)
      },
    )

    test.each([
      ['a wrong secret', 'AKFAKE2|wrong|us-east-1'],
      ['an unknown access key', 'AKGONE|secret|us-east-1'],
      ['a wrong API key', 'ABSKbad|us-east-1'],
    ])('of the credential disables the channel: %s', async (_, key) => {
      await site.relay.option('AutomaticDisableChannelEnabled', true)
      const { id } = await behave('tokens=2', { priority: 9, key })
      await behave('tokens=2')
      expect((await site.chat()).choices[0]?.message.content).toBe('The quick')
      await until(async () => (await statusOf(id)) === 3)
      await site.relay.option('AutomaticDisableChannelEnabled', false)
    })

    test('of the credential is not told to the caller', async () => {
      await behave('tokens=2', { key: 'AKGONE|secret|us-east-1' })
      expect(await failureOf(site.chat())).toMatchObject({ status: 502, code: 'upstream_auth' })
    })
  })

  test('a channel is tested, and its form tried step by step', async () => {
    const { id } = await behave('tokens=2')
    expect(await site.relay.root.call(testChannel, { params: { id } })).toMatchObject({ success: true })
    const form = { type: BEDROCK, base_url: clouds.url, key: KEY, models: 'claude-haiku-4-5' }
    const response = await site.relay.server.request(probeChannel.path, {
      method: 'POST',
      headers: site.relay.root.headers,
      body: JSON.stringify(form),
    })
    const steps = (await response.text()).split('\n\n').filter(Boolean)
    const told = steps.map((step) => JSON.parse(step.replace(/^data: /, '')) as { step: string; verdict: string })
    expect(told.map(({ step, verdict }) => `${step} ${verdict}`)).toEqual([
      'reach not_offered',
      'key not_offered',
      'models not_offered',
      'answer ok',
      'stream ok',
    ])
  })
})
