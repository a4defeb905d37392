import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { affTransfer } from '#contract/api/account.ts'
import { createRedemptions, redeem } from '#contract/api/redemption.ts'
import { createUser, updateUser } from '#contract/api/users.ts'
import { getWatchdog, repairWatchdog, startWatchdog, watchdogState } from '#contract/api/watchdog.ts'
import { checkBooks } from '#server/cluster/jobs/check-books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh, { metricsToken: 'metrics-secret' })
  let token: string
  let model: string
  const db = () => relay.server.services.store.db

  beforeAll(async () => {
    token = await relay.token()
    model = relay.model()
    await relay.channel({ models: model, buy_price: JSON.stringify({ models: { [model]: { input: 1 } } }) })
  }, START_MS)
  beforeEach(() => call(2))

  async function call(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => relay.chat(token, { model }).then((reply) => reply.text())))
    await relay.server.services.accounting.ledger.flush()
  }
  const look = async () => (await relay.root.call(getWatchdog, { query: { fresh: 'true' } })).data!
  const repair = async () => (await relay.root.call(repairWatchdog, {})).data!

  async function untilReport<State extends { running?: unknown }>(state: () => Promise<State>): Promise<State> {
    await until(async () => !(await state()).running)
    return state()
  }

  test('agrees with what calls leave behind, and has looked at all of it', async () => {
    const report = await look()
    expect(report.differences).toEqual([])
    const looked = Object.fromEntries(report.checks.map((check) => [check.name, check.looked_at]))
    expect(looked).toMatchObject({ rollups: 1, users: 1, tokens: 1, channels: 1, balances: 1 })
    expect(looked.receipts).toBeGreaterThan(0)
    expect(looked.leases).toBeGreaterThan(0)
  })

  test('raises no false alarm while calls are settled', async () => {
    const calls = call(200)
    for (let i = 0; i < 10; i++) expect((await look()).differences).toEqual([])
    await calls
    expect((await look()).differences).toEqual([])
  })

  describe('a derived number that is wrong is found and made right', () => {
    const cases: [string, () => Promise<unknown>, string][] = [
      [
        'a roll-up',
        () => db().updateTable('quota_data').set({ quota: 1, count: 0, token_used: 5 }).execute(),
        'rollups',
      ],
      [
        'the cost in a roll-up',
        () => db().updateTable('quota_data').set({ cost: 1, costed_quota: 5 }).execute(),
        'rollups',
      ],
      ['a roll-up that is gone', () => db().deleteFrom('quota_data').execute(), 'rollups'],
      ["a user's used quota", () => db().updateTable('users').set({ used_quota: 7 }).execute(), 'users'],
      ["a user's calls", () => db().updateTable('users').set({ request_count: 7 }).execute(), 'users'],
      ["a token's used quota", () => db().updateTable('tokens').set({ used_quota: 7 }).execute(), 'tokens'],
      ["a channel's used quota", () => db().updateTable('channels').set({ used_quota: 7 }).execute(), 'channels'],
    ]
    test.each(cases)('%s', async (_what, damage, check) => {
      const numbers = async () => ({
        users: await db().selectFrom('users').select(['quota', 'used_quota', 'request_count']).execute(),
        tokens: await db().selectFrom('tokens').select(['remain_quota', 'used_quota']).execute(),
        channels: await db().selectFrom('channels').select('used_quota').execute(),
        rollups: await db()
          .selectFrom('quota_data')
          .select(['quota', 'count', 'token_used', 'prompt_tokens', 'completion_tokens', 'cost', 'costed_quota'])
          .execute(),
      })
      const before = await numbers()
      await damage()
      const found = (await look()).checks.filter(({ wrong }) => wrong > 0)
      expect(found.map(({ name }) => name)).toContain(check as never)
      const { changes, report } = await repair()
      expect(changes.map((change) => change.check)).toContain(check as never)
      expect(report.differences).toEqual([])
      expect(await numbers()).toEqual(before)
      const audit = db().selectFrom('audits').selectAll().where('action', '=', 'watchdog.update').orderBy('id', 'desc')
      expect(await audit.executeTakeFirst()).toMatchObject({ actor_id: relay.root.user.id })
      expect((await repair()).changes).toEqual([])
    })
  })

  test('calls that nobody served stay counted where a roll-up is nothing else', async () => {
    const key = { created_at: 7200, user_id: 1, model_name: 'failing', token_id: 1, channel_id: 1 }
    const wrong = { ...key, username: 'root', token_used: 9, count: 1, quota: 9, failed_count: 3 }
    await db().insertInto('quota_data').values(wrong).execute()
    const { report } = await repair()
    expect(report.differences).toEqual([])
    const left = db().selectFrom('quota_data').selectAll().where('model_name', '=', 'failing')
    expect(await left.execute()).toMatchObject([{ token_used: 0, count: 0, quota: 0, failed_count: 3 }])
  })

  describe('what needs a person is found and left alone', () => {
    test('a balance that no row explains', async () => {
      const change = (units: number) =>
        db()
          .updateTable('users')
          .set((set) => ({ quota: set('quota', '+', units) }))
          .execute()
      await change(500)
      const { changes, report } = await repair()
      expect(changes).toEqual([])
      const [difference] = report.differences
      expect(difference).toMatchObject({ check: 'balances', subject: 'user 1' })
      expect(difference!.found - difference!.expected).toBe(500)
      await change(-500)
    })

    test('a charge that does not follow from its receipt', async () => {
      const row = await db().selectFrom('logs').selectAll().where('type', '=', 2).executeTakeFirstOrThrow()
      const receipt = JSON.parse(row.other)
      const write = (other: string) => db().updateTable('logs').set({ other }).where('id', '=', row.id).execute()
      await write(JSON.stringify({ ...receipt, usage: { input: 1_000_000 } }))
      expect((await look()).differences).toMatchObject([
        { check: 'receipts', subject: `log ${row.id}`, found: row.quota },
      ])
      await write(row.other)
    })

    test('a lease without a living node', async () => {
      const lease = { node_id: 'gone', owner_kind: 'user' as const, owner_id: 99, granted: 500, spent: 100, carry: 0 }
      await db()
        .insertInto('wallet_leases')
        .values({ ...lease, expires_at: 1000 })
        .execute()
      expect((await look()).differences).toEqual([
        { check: 'leases', subject: 'lease of node gone on user 99', field: 'unspent', expected: 0, found: 400 },
      ])
      await db().deleteFrom('wallet_leases').where('node_id', '=', 'gone').execute()
    })
  })

  test('explains a wallet whatever filled it', async () => {
    const { root, server } = relay
    const username = 'rich'
    await relay.option('QuotaForNewUser', '700')
    await root.call(createUser, { body: { username, password: 'password-1', display_name: '' } })
    const rich = await server.login(username, 'password-1')
    const codes = (await root.call(createRedemptions, { body: { name: 'gift', count: 1, quota: 5000 } })).data ?? []
    expect((await rich.call(redeem, { body: { key: codes[0] ?? '' } })).data).toBe(5000)
    await db().updateTable('users').set({ aff_quota: 900_000 }).where('username', '=', username).execute()
    expect((await rich.call(affTransfer, { body: { quota: 600_000 } })).success).toBe(true)
    const change = { id: rich.user.id, username, display_name: '', password: '', group: 'default' }
    expect((await root.call(updateUser, { body: { ...change, quota: 40_000 } as never })).success).toBe(true)
    expect((await look()).differences).toEqual([])
  })

  test('a job looks regularly; its report is shown until somebody wants a new one', async () => {
    await checkBooks.run(relay.server.services, new AbortController().signal)
    const started = relay.server.services.watchdog.last
    expect((await relay.root.call(getWatchdog, { query: {} })).data).toEqual(started)
  })

  test('a check begins at once, tells how far it is, and leaves a report with both sides of each sum', async () => {
    const state = async () => (await relay.root.call(watchdogState, {})).data!
    await look()
    const before = await state()
    expect(before.running).toBeUndefined()
    const { watchdog, accounting } = relay.server.services
    await relay.root.call(startWatchdog, {})
    expect(watchdog.running).toMatchObject({ check: 'rollups' })
    expect(watchdog.running!.about).toBeGreaterThan(0)
    const after = await untilReport(state)
    expect(after).toMatchObject({ node: accounting.nodeId, checked_by: accounting.nodeId, report: { complete: true } })
    const { used_quota } = await db().selectFrom('users').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    const users = after.report!.checks.find(({ name }) => name === 'users')!
    expect(users.found).toBeGreaterThanOrEqual(used_quota)
    expect(users.expected).toBe(users.found)
  })

  describe('metrics', () => {
    const ask = (headers: Record<string, string>) => relay.server.request('/metrics', { headers })

    test('are for root and for whoever has the token', async () => {
      expect((await ask({})).status).toBe(401)
      expect(await (await ask({ authorization: 'Bearer wrong' })).json()).toMatchObject({ success: false })
      expect((await ask(relay.root.headers)).status).toBe(200)
      expect((await ask({ authorization: 'Bearer metrics-secret' })).status).toBe(200)
    })

    test('say what was charged and what the watchdog saw', async () => {
      await look()
      const user = db().selectFrom('users').selectAll().where('id', '=', relay.root.user.id)
      const { used_quota, request_count } = await user.executeTakeFirstOrThrow()
      const text = await (await ask(relay.root.headers)).text()
      expect(text).toContain(`\nswitchyard_calls_charged_total ${request_count}\n`)
      expect(text).toContain(`\nswitchyard_quota_charged_total ${used_quota}\n`)
      expect(text).toContain('\nswitchyard_watchdog_wrong{check="balances"} 0\n')
      for (const line of text.trimEnd().split('\n')) {
        expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[\d.e+-]+)$/)
      }
    })
  })
})
