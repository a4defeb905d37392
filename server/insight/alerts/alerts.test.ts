import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  createAlertRule,
  createAlertSink,
  deleteAlertRule,
  getAlertSetup,
  handleAlert,
  listAlerts,
  openAlerts,
  updateAlertRule,
} from '#contract/api/alerts.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type MailHost, startMailHost } from '#test/harness/mail.ts'
import { setOptions } from '#test/harness/options.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { settingsAt, startFakeSinks } from '#test/harness/sinks.ts'
import { deliverMessages } from './deliver.ts'
import { evaluateRules } from './evaluate.ts'

const { enabled, disabled, autoDisabled } = CHANNEL_STATUS
const SLEEPY = { quiet_from: '22:00', quiet_to: '07:00' }
/** 2026-11-26 23:00 in Shanghai. */
const NIGHT = 1_795_705_200
const HOUR = 3600

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const sinks = startFakeSinks()
  let mail: MailHost
  let now = 0
  let webhook = 0
  const db = () => server.services.store.db

  beforeAll(async () => {
    mail = await startMailHost()
    await setOptions(server, { SMTPServer: '127.0.0.1', SMTPPort: String(mail.port), SMTPFrom: 'a@example.com' })
    await setOptions(server, { TimeZone: 'Asia/Shanghai' })
    await db().updateTable('users').set({ email: 'root@example.com', language: 'en' }).where('id', '=', 1).execute()
  })
  afterAll(async () => {
    await mail.stop()
    await sinks.stop()
  })
  beforeEach(async () => {
    for (const table of ['alerts', 'alert_messages', 'channels', 'logs', 'quota_data'] as const)
      await db().deleteFrom(table).execute()
    await db().deleteFrom('alert_rules').where('kind', '!=', 'channel_down').execute()
    await db().deleteFrom('alert_sinks').where('kind', '=', 'webhook').execute()
    mail.received.length = 0
    sinks.taken.length = 0
    sinks.refuse = undefined
    now = NIGHT - 10 * HOUR
    const body = {
      kind: 'webhook' as const,
      settings: settingsAt(sinks.url).webhook,
      language: 'en' as const,
      ...SLEEPY,
    }
    webhook = (await root.call(createAlertSink, { body })).data?.sinks.at(-1)?.id ?? 0
    await toWebhook({})
  })

  const ruleOf = async (kind: string) => {
    const rule = (await root.call(getAlertSetup, {})).data?.rules.find((one) => one.kind === kind)
    if (!rule) throw new Error(`no rule ${kind}`)
    return rule
  }
  /** The rule about channels goes to the webhook alone. */
  async function toWebhook(change: { urgent?: boolean; enabled?: boolean; sinks?: number[] }) {
    const { id } = await ruleOf('channel_down')
    const body = { sinks: [webhook], urgent: false, ...change }
    expect(await root.call(updateAlertRule, { params: { id }, body })).toMatchObject({ success: true })
  }
  async function channel(name: string, status: number = autoDisabled, reason = 'no credit') {
    const other_info = status === autoDisabled ? JSON.stringify({ status_reason: reason, status_time: 1 }) : ''
    const row = { type: 1, key: '', key_hash: '', created_time: 1, models: 'a', name, status, other_info }
    return (await db().insertInto('channels').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const set = (id: number, status: number) =>
    db().updateTable('channels').set({ status }).where('id', '=', id).execute()
  /** One run of the job, `seconds` later. */
  async function tick(seconds = 10) {
    now += seconds
    await evaluateRules(server.services, now)
    await deliverMessages(server.services, now)
  }
  const told = () => sinks.taken.map(({ body }) => body.alerts.map((one: { title: string }) => one.title))
  const alerts = async (state: '' | 'open' | 'resolved' = '') =>
    (await root.call(listAlerts, { query: { p: 0, page_size: 100, state, kind: '' } })).data ?? []

  test('what opens at once is told in one message, and its end in one', async () => {
    const [one, two] = [await channel('one'), await channel('two')]
    await channel('three', enabled)
    await tick()
    await tick()
    expect(told()).toEqual([[`Channel “one” (#${one}) was disabled`, `Channel “two” (#${two}) was disabled`]])
    expect(sinks.taken[0]?.body).toMatchObject({ title: '2 alerts', event: 'alerts', more: 0 })
    expect(sinks.taken[0]?.body.alerts[0].text).toBe(`Channel “one” (#${one}) was disabled. Reason: no credit`)
    await set(one, enabled)
    await tick()
    await tick()
    expect(told().slice(1)).toEqual([[`Channel “one” (#${one}) was enabled`]])
    expect(await alerts()).toMatchObject([
      { name: 'two', until: 0, notified_at: now - 30, links: { channel_id: two } },
      { name: 'one', until: now - 10, notified_at: now - 10 },
    ])
    expect((await root.call(openAlerts, {})).data).toEqual({ count: 1 })
    expect(await alerts('open')).toHaveLength(1)
    expect(await alerts('resolved')).toHaveLength(1)
  })

  test('nothing is told of a channel that somebody switches off or deletes meanwhile', async () => {
    const [one, two] = [await channel('one'), await channel('two')]
    await tick()
    await set(one, disabled)
    await db().deleteFrom('channels').where('id', '=', two).execute()
    await tick()
    expect(told()).toHaveLength(1)
    expect(await alerts('open')).toEqual([])
  })

  test('nodes that evaluate and send at the same time tell once', async () => {
    for (let round = 0; round < 3; round++) {
      const ids = [await channel(`a${round}`), await channel(`b${round}`)]
      now += 10
      await Promise.all([1, 2, 3].map(() => evaluateRules(server.services, now)))
      await Promise.all([1, 2, 3].map(() => deliverMessages(server.services, now)))
      await Promise.all(ids.map((id) => set(id, enabled)))
      now += 10
      await Promise.all([1, 2, 3].map(() => evaluateRules(server.services, now)))
      await Promise.all([1, 2, 3].map(() => deliverMessages(server.services, now)))
    }
    const titles = told().flat()
    expect(titles).toHaveLength(12)
    expect(new Set(titles).size).toBe(12)
  }, 60_000)

  test('a node that dies after it has begun to send leaves the message to be sent again', async () => {
    await channel('one')
    now += 10
    await evaluateRules(server.services, now)
    const claimed = { due_at: now + 120, attempts: 1 }
    await db().updateTable('alert_messages').set(claimed).execute()
    await tick(60)
    expect(told()).toEqual([])
    await tick(60)
    expect(told()).toHaveLength(1)
  })

  test('a message that is not taken is tried again, later each time, and given up after a day', async () => {
    sinks.refuse = () => new Response('down', { status: 503 })
    await channel('one')
    await tick()
    const state = async () => (await root.call(getAlertSetup, {})).data?.sinks.find(({ id }) => id === webhook)
    expect(await state()).toMatchObject({ waiting: 1, last_error: '503 down', last_error_at: now })
    const due = async () => (await db().selectFrom('alert_messages').select('due_at').executeTakeFirst())?.due_at
    expect(await due()).toBe(now + 15)
    await tick(15)
    expect(await due()).toBe(now + 30)
    sinks.refuse = () => new Response('slow down', { status: 429, headers: { 'retry-after': '500' } })
    await tick(30)
    expect(await due()).toBe(now + 500)
    sinks.refuse = undefined
    await tick(500)
    expect(told()).toHaveLength(1)
    expect(await state()).toMatchObject({ waiting: 0, last_error: '', last_sent_at: now })

    sinks.refuse = () => new Response('down', { status: 503 })
    await channel('two')
    await tick()
    await tick(86_400)
    expect(await state()).toMatchObject({ waiting: 0, last_error: '503 down' })
  })

  describe('in quiet hours', () => {
    beforeEach(() => {
      now = NIGHT
    })

    test('messages wait for the morning, and what has ended by then is told as ended alone', async () => {
      const [one, two] = [await channel('one'), await channel('two')]
      await tick()
      await set(one, enabled)
      await tick()
      await tick(7 * HOUR)
      expect(told()).toEqual([])
      await tick(HOUR)
      expect(told()).toEqual([[`Channel “two” (#${two}) was disabled`, `Channel “one” (#${one}) was enabled`]])
    })

    test('urgent rules are told at once', async () => {
      await toWebhook({ urgent: true })
      await channel('one')
      await tick()
      expect(told()).toHaveLength(1)
    })
  })

  test('of a silenced alert nothing is told, nor of the next about the same', async () => {
    // The silence ends by the real time, which may be in the quiet hours.
    await toWebhook({ urgent: true })
    const one = await channel('one')
    await tick()
    const [alert] = await alerts('open')
    const id = alert?.id ?? 0
    const silent = await root.call(handleAlert, { params: { id }, body: { silence_minutes: 60, acknowledged: true } })
    expect(silent.data).toMatchObject({ acknowledged_by: 'root', acknowledged_at: expect.any(Number) })
    expect((await root.call(openAlerts, {})).data).toEqual({ count: 0 })
    now = nowInSeconds()
    await set(one, enabled)
    await tick()
    await set(one, autoDisabled)
    await tick()
    expect(told()).toHaveLength(1)
    await set(one, enabled)
    await tick(HOUR)
    await set(one, autoDisabled)
    await tick()
    expect(told()).toHaveLength(2)
  })

  test('a rule that is switched off ends its alerts without a word', async () => {
    await channel('one')
    await tick()
    await toWebhook({ enabled: false })
    await tick()
    expect(await alerts('open')).toEqual([])
    await toWebhook({ enabled: true })
    await tick()
    expect(told()).toHaveLength(2)
    const { id } = await ruleOf('channel_down')
    const body = { kind: 'channel_down' as const, sinks: [webhook] }
    const other = (await root.call(createAlertRule, { body })).data?.rules.at(-1)?.id ?? 0
    await tick()
    expect(await alerts('open')).toHaveLength(2)
    await root.call(deleteAlertRule, { params: { id: other } })
    expect(await alerts('open')).toMatchObject([{ rule_id: id }])
  })

  test('without addresses, mails go to the super administrators in their language, and wait for a mail server', async () => {
    const { id } = (await root.call(getAlertSetup, {})).data?.sinks.find(({ kind }) => kind === 'mail') ?? { id: 0 }
    await toWebhook({ sinks: [id] })
    await setOptions(server, { SMTPServer: '' })
    const one = await channel('one')
    await tick()
    expect((await root.call(getAlertSetup, {})).data).toMatchObject({ mail: false })
    await setOptions(server, { SMTPServer: '127.0.0.1' })
    await tick(15)
    await channel('two')
    await channel('three')
    await tick()
    expect(mail.received.map(({ subject }) => subject)).toEqual([
      `Channel “one” (#${one}) was disabled`,
      `${server.services.options.values.SystemName}: 2 alerts`,
    ])
    expect(mail.received[0]?.text).toContain('Reason: no credit')
    expect(mail.received[0]?.text).toContain('/alerts')
  })

  test('a rule whose parameters are wrong is refused by name, and so is a sink that is not there', async () => {
    const create = async (parameters: Record<string, number>, list: number[] = []) =>
      (await root.call(createAlertRule, { body: { kind: 'error_rate', parameters, sinks: list } })).message
    expect(await create({ percent: 101 })).toContain('percent')
    expect(await create({ loss: 1 })).toContain('loss')
    expect(await create({}, [999_999])).toContain('999999')
    expect(await create({})).toBe('')
    expect(await ruleOf('error_rate')).toMatchObject({ parameters: { percent: 20, calls: 20 }, enabled: true })
  })
})
