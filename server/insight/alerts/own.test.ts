import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { listAlerts } from '#contract/api/alerts.ts'
import { createOwnSink, listOwnSinks, testOwnSink } from '#contract/api/own-alerts.ts'
import { remindLowBalance } from '#server/cluster/jobs/remind-low-balance.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { settingsAt, startFakeSinks } from '#test/harness/sinks.ts'
import { until } from '#test/harness/until.ts'
import { tellOfNewDevice } from '../../people/accounts/new-device-mail.ts'
import { evaluateOwnBudgets } from './own-budgets.ts'

const HOUR = 3600

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const sinks = startFakeSinks()
  let bob: { id: number; username: string }
  let user: LoggedIn
  const db = () => server.services.store.db

  beforeAll(async () => {
    bob = await server.addUser({ quota: 5 })
    user = await server.login(bob.username, PASSWORD)
  })
  afterAll(() => sinks.stop())
  beforeEach(async () => {
    await db().deleteFrom('alert_messages').execute()
    await db().deleteFrom('alert_sinks').where('user_id', '>', 0).execute()
    await db().deleteFrom('budget_windows').execute()
  })

  const add = (kind: 'mail' | 'ntfy' | 'webhook', settings: Record<string, string>) =>
    user.call(createOwnSink, { body: { kind, settings, language: 'en' } })
  const waiting = async () => {
    const rows = await db().selectFrom('alert_messages').select(['user_id', 'items']).orderBy('id').execute()
    return rows.map(({ user_id, items }) => [
      user_id,
      ...JSON.parse(items).map((one: { text: { en: string } }) => one.text.en),
    ])
  }

  test('an address of the own network is refused when it is used, and five places are the most', async () => {
    const { data } = await add('webhook', settingsAt(sinks.url).webhook)
    const id = data?.sinks[0]?.id ?? 0
    expect(data?.sinks[0]).toMatchObject({ kind: 'webhook', secrets: ['url', 'secret'] })
    expect((await user.call(testOwnSink, { params: { id } })).message).toContain('not public')
    expect(sinks.taken).toEqual([])
    for (let more = 0; more < 4; more++) await add('ntfy', { topic: 'x' })
    expect(await add('ntfy', { topic: 'x' })).toMatchObject({ success: false })
    expect((await user.call(listOwnSinks, {})).data?.sinks).toHaveLength(5)
    expect((await root.call(listOwnSinks, {})).data?.sinks).toEqual([])
  })

  test('mails have no recipients but the own address', async () => {
    const { data } = await add('mail', { to: 'victim@example.com' })
    expect(data?.sinks[0]).toMatchObject({ kind: 'mail', settings: { to: '' } })
  })

  test('a low balance is told once, without a mail server, and a new login each time', async () => {
    await add('ntfy', { topic: 'x' })
    await add('mail', {})
    await db().updateTable('users').set({ quota_reminded: 0 }).where('id', '=', bob.id).execute()
    const run = () => remindLowBalance.run(server.services, new AbortController().signal)
    await run()
    await run()
    expect(await waiting()).toEqual([[bob.id, expect.stringContaining('Your quota is running low')]])
    tellOfNewDevice(server.services, { userId: bob.id, email: '', language: 'en', ip: '1.2.3.4', userAgent: '' })
    await until(async () => (await waiting()).length === 2)
    expect((await waiting())[1]?.[1]).toContain('1.2.3.4')
  })

  test('a budget is told at each step, by mail too, and no administrator sees it', async () => {
    await add('ntfy', { topic: 'x' })
    await add('mail', {})
    const window = {
      scope: 'user' as const,
      subject: String(bob.id),
      budget: 'day',
      starts_at: nowInSeconds() - HOUR,
      ends_at: nowInSeconds() + HOUR,
    }
    await db()
      .insertInto('budget_windows')
      .values({ ...window, quota: 100, used: 55 })
      .execute()
    const use = (used: number) => db().updateTable('budget_windows').set({ used }).execute()
    await evaluateOwnBudgets(server.services, nowInSeconds())
    await evaluateOwnBudgets(server.services, nowInSeconds())
    expect(await waiting()).toHaveLength(2)
    await use(81)
    await evaluateOwnBudgets(server.services, nowInSeconds())
    expect(await waiting()).toHaveLength(4)
    expect((await waiting())[3]?.[1]).toContain('has used 81% of the daily budget')
    await db().deleteFrom('budget_windows').execute()
    await evaluateOwnBudgets(server.services, nowInSeconds())
    expect(await waiting()).toHaveLength(4)
    const all = await root.call(listAlerts, { query: { p: 0, page_size: 10, state: '', kind: 'budget' } })
    expect(all.data).toEqual([])
  })
})
