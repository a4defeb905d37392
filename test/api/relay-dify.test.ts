import { describe, expect, test } from 'bun:test'
import { testChannel } from '#contract/api/channel-checks.ts'
import { cloudsSite } from '#test/harness/clouds-site.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { testHonestStreams } from '#test/harness/honest-streams.ts'
import { failureOf, lastSent, sdkSite, textOf, WITH_USAGE } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const DIFY = 37
const messages = [{ role: 'user' as const, content: 'three words here' }]

/** OpenAI's SDK as the caller, an app of Dify as the upstream. The app is its key. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const clouds = cloudsSite()
  let serial = 0
  const behave = (behaviour: string, fields: Record<string, unknown> = {}) =>
    site.relay.channel({
      type: DIFY,
      base_url: clouds.url,
      models: site.model,
      key: `app-${++serial}@${behaviour}`,
      ...fields,
    })

  const sent = () => lastSent(clouds).json

  test('a chat is one message to the app', async () => {
    await behave('tokens=4')
    const answer = await site.client.chat.completions.create({
      model: site.model,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'Yes?' },
        ...messages,
      ],
      temperature: 1,
      user: 'u1',
    })
    expect(answer.choices).toMatchObject([{ message: { content: 'The quick brown fox' }, finish_reason: 'stop' }])
    expect(clouds.requests.at(-1)?.path).toBe('/v1/chat-messages')
    expect(sent()).toEqual({
      inputs: {},
      query: 'SYSTEM: \nBe brief.\nUSER: \nhi\nASSISTANT: \nYes?\nUSER: \nthree words here\n',
      response_mode: 'blocking',
      user: 'u1',
      auto_generate_name: false,
    })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row).toMatchObject({ prompt: 11, quota: 11 + 2 * 4, receipt: { usage_source: 'upstream' } })
  })

  test('an image is told by its address', async () => {
    await behave('tokens=2')
    const image = { type: 'image_url' as const, image_url: { url: 'https://pictures.example/a.png' } }
    await site.client.chat.completions.create({ model: site.model, messages: [{ role: 'user', content: [image] }] })
    expect(sent().files).toEqual([
      { type: 'image', transfer_method: 'remote_url', url: 'https://pictures.example/a.png' },
    ])
  })

  describe('a stream', () => {
    test('is chunks of one completion, whatever pings there are, and its usage is billed', async () => {
      await behave('reply=four+words+in+all')
      const chunks = await site.stream(WITH_USAGE)
      expect(textOf(chunks)).toBe('four words in all')
      expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
      expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 4, completion_tokens: 4 })
      expect(sent()).toMatchObject({ response_mode: 'streaming', user: 'api-user' })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 4 + 2 * 4, stream: true, receipt: { usage_source: 'upstream' } })
    })

    testHonestStreams(site, behave, 9, [
      ['cut_after=4', 'upstream_cut'],
      ['malformed_after=4', 'completion_request_error'],
    ])
  })

  describe('an error', () => {
    test('of the request is told with its words and not tried elsewhere', async () => {
      await behave('error=400')
      await behave('tokens=2', { priority: -1 })
      const error = await failureOf(site.chat())
      expect(error).toMatchObject({ status: 400, code: 'invalid_param' })
      expect(String(error)).toContain('Arg user must be provided.')
      expect(clouds.requests).toHaveLength(1)
    })

    test.each([
      ['429', 1],
      ['500', 1],
      ['not_chat', 1],
      ['quota', 3],
      ['401', 3],
    ])('%s is tried at another channel, and leaves the first at status %d', async (error, status) => {
      await site.relay.option('AutomaticDisableChannelEnabled', true)
      const key = error === '401' ? { key: `app-bad-${site.model}` } : {}
      const { id } = await behave(`error=${error}`, { priority: 9, ...key })
      await behave('tokens=2')
      expect((await site.chat()).choices[0]?.message.content).toBe('The quick')
      const { db } = site.relay.server.services.store
      const row = () => db.selectFrom('channels').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      await until(async () => (await row()).status === status)
      await site.relay.option('AutomaticDisableChannelEnabled', false)
    })

    test('of what an app cannot do charges nothing', async () => {
      await behave('tokens=2')
      const tools = [{ type: 'function' as const, function: { name: 'a' } }]
      const error = await failureOf(
        site.client.chat.completions.create({ model: site.model, messages, tools, tool_choice: 'required' }),
      )
      expect(error).toMatchObject({ status: 400, code: 'convert_request_failed' })
      expect(await site.relay.charges(site.model)).toEqual([])
    })
  })

  test('a channel is tested', async () => {
    const { id } = await behave('tokens=2')
    expect(await site.relay.root.call(testChannel, { params: { id } })).toMatchObject({ success: true })
  })
})
