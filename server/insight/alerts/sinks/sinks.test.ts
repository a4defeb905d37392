import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { SINK_KIND_NAMES, type SinkKind } from '#contract/alerts/sinks.ts'
import { createAlertSink, getAlertSetup, testAlertSink, updateAlertSink } from '#contract/api/alerts.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { SECRETS, settingsAt, startFakeSinks } from '#test/harness/sinks.ts'

const KINDS = SINK_KIND_NAMES.filter((kind) => kind !== 'mail') as Exclude<SinkKind, 'mail'>[]

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const sinks = startFakeSinks()
  afterAll(() => sinks.stop())
  beforeEach(() => {
    sinks.taken.length = 0
    sinks.refuse = undefined
  })

  const settings = () => settingsAt(sinks.url)
  async function add<K extends keyof ReturnType<typeof settings>>(kind: K, change: Record<string, string> = {}) {
    const body = { kind, name: kind, settings: { ...settings()[kind], ...change }, language: 'en' as const }
    const { data, message } = await root.call(createAlertSink, { body })
    const sink = data?.sinks.at(-1)
    if (!sink) throw new Error(message)
    return sink
  }
  const tested = (id: number) => root.call(testAlertSink, { params: { id } })
  const stored = async (id: number) => (await root.call(getAlertSetup, {})).data?.sinks.find((sink) => sink.id === id)

  test.each(KINDS)('%s takes the test message, whose secrets no reply contains', async (kind) => {
    const { id } = await add(kind)
    expect(await tested(id)).toMatchObject({ success: true })
    expect(sinks.taken.map((message) => message.kind)).toEqual([kind])
    expect(sinks.taken[0]?.text).toContain('This is a test message from')
    const sink = await stored(id)
    expect(sink).toMatchObject({ last_error: '', target: expect.stringContaining('127.0.0.1') })
    expect(sink?.last_sent_at).toBeGreaterThan(0)
    const reply = JSON.stringify(sink)
    for (const secret of Object.values(SECRETS)) expect(reply).not.toContain(secret)
    const row = await server.services.store.db
      .selectFrom('alert_sinks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    for (const secret of Object.values(SECRETS)) expect(JSON.stringify(row)).not.toContain(secret)
  })

  describe('a refusal is told as the service says it:', () => {
    const at = () => sinks.url
    const cases: [keyof ReturnType<typeof settings>, () => Record<string, string>, string][] = [
      ['webhook', () => ({ secret: 'another-secret' }), '401 bad signature'],
      ['slack', () => ({ url: `${at()}/slack/services/gone` }), '404 no_service'],
      ['telegram', () => ({ chat_id: '5' }), '400 Bad Request: chat not found'],
      ['telegram', () => ({ bot_token: '1:wrong' }), '404 Not Found'],
      ['feishu', () => ({ secret: 'wrong' }), '19021 sign match fail or timestamp is not within one hour'],
      ['dingtalk', () => ({ secret: 'wrong' }), '310000 sign not match'],
      ['wecom', () => ({ url: `${at()}/wecom/cgi-bin/webhook/send?key=wrong` }), '93000 invalid webhook url'],
      [
        'bark',
        () => ({ device_key: 'gone-device' }),
        '400 failed to get device token: failed to get [***] device token',
      ],
      ['ntfy', () => ({ token: 'tk_wrong' }), '403 forbidden'],
    ]
    test.each(cases)('%s', async (kind, change, reason) => {
      const { id } = await add(kind, change())
      const answer = await tested(id)
      expect(answer.success).toBe(false)
      expect(answer.message).toContain(reason)
      expect(await stored(id)).toMatchObject({ last_error: reason })
      expect(sinks.taken).toEqual([])
    })

    test('a payload that Slack does not know, a limit of Discord, and an answer that is none', async () => {
      const slack = await add('slack')
      sinks.refuse = () => new Response('invalid_payload', { status: 400 })
      expect((await tested(slack.id)).message).toContain('400 invalid_payload')
      const discord = await add('discord')
      sinks.refuse = () => Response.json({ message: 'You are being rate limited.', retry_after: 1.5 }, { status: 429 })
      expect((await tested(discord.id)).message).toContain('429')
      const feishu = await add('feishu')
      sinks.refuse = () => new Response('<html>', { status: 200 })
      expect((await tested(feishu.id)).message).toContain('no code in the answer')
    })

    test('nobody answers', async () => {
      const { id } = await add('webhook', { url: 'http://127.0.0.1:1/secret-path' })
      const { message } = await tested(id)
      expect(message).not.toContain('secret-path')
      expect((await stored(id))?.last_error).toMatch(/^\S/)
    })
  })

  test('wrong settings are refused by name', async () => {
    const body = (kind: SinkKind, given: Record<string, string>) => ({ kind, settings: given })
    const refusal = async (kind: SinkKind, given: Record<string, string>) =>
      (await root.call(createAlertSink, { body: body(kind, given) })).message
    expect(await refusal('slack', { url: 'ftp://x' })).toContain('url')
    expect(await refusal('slack', { url: 'https://u:p@x.test' })).toContain('url')
    expect(await refusal('telegram', { bot_token: 'x' })).toContain('chat_id')
    expect(await refusal('mail', { to: 'nobody' })).toContain('to')
    expect(await refusal('bark', { device_key: 'x', topic: 'y' })).toContain('topic')
  })

  test('a secret stays when it is not given, and is asked for again when the server is another one', async () => {
    const { id } = await add('ntfy')
    const change = (given: Record<string, string>) =>
      root.call(updateAlertSink, { params: { id }, body: { name: 'n', settings: given, language: 'en' } })
    const { topic, server: address } = settings().ntfy
    expect(await change({ topic, server: address })).toMatchObject({ success: true })
    expect(await tested(id)).toMatchObject({ success: true })
    await change({ topic, server: `${sinks.url}/elsewhere` })
    expect((await stored(id))?.secrets).toEqual([])
    const telegram = await add('telegram')
    const moved = { chat_id: '-1001', server: `${sinks.url}/elsewhere` }
    const body = { name: '', settings: moved, language: 'en' as const }
    const { message } = await root.call(updateAlertSink, { params: { id: telegram.id }, body })
    expect(message).toContain('bot_token')
  })
})
