import { describe, expect, test } from 'bun:test'
import { testChannel } from '#contract/api/channel-checks.ts'
import { createChannel } from '#contract/api/channels.ts'
import { cloudsSite } from '#test/harness/clouds-site.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { testHonestStreams } from '#test/harness/honest-streams.ts'
import { failureOf, lastSent, sdkSite, textOf, WITH_USAGE } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const COZE = 49
const BOT = '7379462189365198898'
const messages = [{ role: 'user' as const, content: 'three words here' }]

/** OpenAI's SDK as the caller, a bot of Coze as the upstream. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const clouds = cloudsSite()
  let serial = 0
  const behave = (behaviour: string, fields: Record<string, unknown> = {}) =>
    site.relay.channel({
      type: COZE,
      base_url: clouds.url,
      models: site.model,
      key: `pat_${++serial}@${behaviour}`,
      other: BOT,
      ...fields,
    })

  test('a chat is answered whole, though the bot streams, and billed by its count', async () => {
    await behave('tokens=4&reasoning_tokens=2')
    const answer = await site.client.chat.completions.create({
      model: site.model,
      messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
      user: 'u1',
    })
    expect(answer.choices).toMatchObject([{ message: { content: 'The quick brown fox' }, finish_reason: 'stop' }])
    expect(clouds.requests.at(-1)?.path).toBe('/v3/chat')
    expect(lastSent(clouds).json).toMatchObject({ bot_id: BOT, user_id: 'u1', stream: true })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row).toMatchObject({ prompt: 6, completion: 6, receipt: { usage_source: 'upstream' } })
  })

  describe('a stream', () => {
    test('is what the bot answers, and nothing that it does on its way', async () => {
      await behave('reply=four+words+in+all')
      const chunks = await site.stream(WITH_USAGE)
      expect(textOf(chunks)).toBe('four words in all')
      expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4 })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 3 + 2 * 4, stream: true, receipt: { usage_source: 'upstream' } })
    })

    testHonestStreams(site, behave, 9)
  })

  describe('an error', () => {
    test('of the request is told with its words, whole and streamed, and not tried elsewhere', async () => {
      await behave('error=400')
      await behave('tokens=2', { priority: -1 })
      for (const call of [() => site.chat(), () => site.stream()]) {
        const error = await failureOf(call())
        expect(error).toMatchObject({ status: 400 })
        expect(String(error)).toContain('Request parameter error')
      }
      expect(clouds.requests).toHaveLength(2)
    })

    test.each([
      ['429', 1],
      ['500', 1],
      ['quota', 3],
      ['401', 3],
    ])('%s is tried at another channel, and leaves the first at status %d', async (error, status) => {
      await site.relay.option('AutomaticDisableChannelEnabled', true)
      const key = error === '401' ? { key: `pat_bad_${site.model}` } : {}
      const { id } = await behave(`error=${error}`, { priority: 9, ...key })
      await behave('tokens=2')
      expect((await site.chat()).choices[0]?.message.content).toBe('The quick')
      const { db } = site.relay.server.services.store
      const row = () => db.selectFrom('channels').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      await until(async () => (await row()).status === status)
      await site.relay.option('AutomaticDisableChannelEnabled', false)
    })
  })

  test('a channel needs the number of its bot, and is tested', async () => {
    const body = { type: COZE, name: 'c', key: 'pat_1', models: site.model, group: 'default' } as never
    expect(await site.relay.root.call(createChannel, { body })).toMatchObject({ success: false })
    const { id } = await behave('tokens=2')
    expect(await site.relay.root.call(testChannel, { params: { id } })).toMatchObject({ success: true })
  })
})
