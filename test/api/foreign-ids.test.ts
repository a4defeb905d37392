import { describe, expect, test } from 'bun:test'
import { endpoints } from '#contract/api/all.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { ROLE } from '#contract/roles.ts'
import type { NewLog } from '#server/platform/store/tables.ts'
import { type NewCaller, newCaller } from '#test/harness/callers.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { serverSite } from '#test/harness/server-site.ts'

interface Attempt {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}
/** What a caller sends to reach something of the victim. */
type Attack = (
  victim: NewCaller & { sessionId: string; logId: number; orderId: number; receiptId: number; sinkId: number },
) => Attempt

const passkeyOf = (userId: number) => `passkey-${userId}`

/** A row for each endpoint by which a user can name something that belongs to somebody. */
const USER_ATTACKS: Record<string, Attack> = {
  getToken: ({ tokenId }) => ({ params: { id: tokenId } }),
  deleteToken: ({ tokenId }) => ({ params: { id: tokenId } }),
  rotateToken: ({ tokenId }) => ({ params: { id: tokenId }, body: { keep_seconds: 0 } }),
  endFormerKeys: ({ tokenId }) => ({ params: { id: tokenId } }),
  consoleTokenKey: ({ tokenId }) => ({ params: { id: tokenId } }),
  updateToken: ({ tokenId }) => ({ body: { id: tokenId, name: 'mine now', unlimited_quota: true } }),
  getOrder: ({ orderId }) => ({ params: { id: orderId } }),
  listReceipts: ({ orderId }) => ({ params: { id: orderId } }),
  receiptFile: ({ receiptId }) => ({ params: { id: receiptId } }),
  nameReceiptBuyer: ({ receiptId }) => ({ params: { id: receiptId }, body: { name: 'mine now' } }),
  getOwnLog: ({ logId }) => ({ params: { id: logId } }),
  updateOwnSink: ({ sinkId }) => ({ params: { id: sinkId }, body: { name: 'mine now', settings: { topic: 'x' } } }),
  deleteOwnSink: ({ sinkId }) => ({ params: { id: sinkId } }),
  testOwnSink: ({ sinkId }) => ({ params: { id: sinkId } }),
  removePasskey: ({ id }) => ({ params: { id: passkeyOf(id) } }),
  revokeSession: ({ sessionId }) => ({ params: { id: sessionId } }),
  endConsoleSession: ({ sessionId }) => ({ params: { sid: sessionId } }),
  listIdentities: ({ id }) => ({ query: { user_id: id } }),
  walletHistory: ({ id }) => ({ query: { user_id: id } }),
}

/** The same for endpoints that take several ids: what belongs to others is passed over. */
const BATCH_ATTACKS: Record<string, Attack> = {
  consoleTokenKeys: ({ tokenId }) => ({ body: { ids: [tokenId] } }),
  deleteTokens: ({ tokenId }) => ({ body: { ids: [tokenId] } }),
  setTokenLimits: ({ tokenId }) => ({ body: { ids: [tokenId], limits: { rpm: 1 } } }),
  setTokenStatuses: ({ tokenId }) => ({ body: { ids: [tokenId], status: 2 } }),
}

/** A row for each endpoint by which an administrator can name a user; tried on another administrator. */
const ADMIN_ATTACKS: Record<string, Attack> = {
  getUser: ({ id }) => ({ params: { id } }),
  listUserTokens: ({ id }) => ({ params: { id } }),
  deleteUser: ({ id }) => ({ params: { id } }),
  updateUser: ({ id }) => ({ body: { id, username: 'taken-over', password: 'taken-over-1', quota: 5 } }),
  resetSecondFactor: ({ id }) => ({ params: { id } }),
  manageUser: ({ id }) => ({ body: { id, action: 'disable' } }),
}

const shapeOf = (schema: unknown) => Object.keys((schema as { def?: { shape?: object } } | undefined)?.def?.shape ?? {})

/** Whether a call names a thing by its id. */
function namesSomething({ params, query, body }: Endpoint): boolean {
  const fields = [...shapeOf(query), ...shapeOf(body)]
  return params !== undefined || fields.some((field) => field === 'id' || field === 'user_id')
}

test('there is an attack for every endpoint by which a user can name something', () => {
  const naming = Object.entries(endpoints).filter(([, one]) => one.access === 'user' && namesSomething(one))
  expect(naming.map(([name]) => name).sort()).toEqual(Object.keys(USER_ATTACKS).sort())
})

test('there is an attack for every endpoint by which a user can name several things', () => {
  const naming = Object.entries(endpoints).filter(
    ([, { access, body }]) => access === 'user' && shapeOf(body).includes('ids'),
  )
  expect(naming.map(([name]) => name).sort()).toEqual(Object.keys(BATCH_ATTACKS).sort())
})

test('there is an attack for every endpoint by which an administrator can name a user', () => {
  const naming = Object.entries(endpoints).filter(
    ([, one]) => one.access === 'admin' && /^\/api\/user(\/|$)/.test(one.path) && namesSomething(one),
  )
  expect(naming.map(([name]) => name).sort()).toEqual(Object.keys(ADMIN_ATTACKS).sort())
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)

  describe.each<[string, number, Record<string, Attack>]>([
    ['user', ROLE.user, USER_ATTACKS],
    ['batch', ROLE.user, BATCH_ATTACKS],
    ['admin', ROLE.admin, ADMIN_ATTACKS],
  ])('%s', (_name, role, attacks) => {
    const isRefused = attacks !== BATCH_ATTACKS
    test.each(Object.entries(attacks))('%s does not answer for what belongs to another', async (name, attack) => {
      const victim = await newCaller(server, { role, quota: 12_345 })
      const logId = await addLog({ user_id: victim.id, quota: 12_345 })
      const passkey = { id: passkeyOf(victim.id), user_id: victim.id, site: '', public_key: '', created_at: 1 }
      await server.services.store.db.insertInto('passkeys').values(passkey).execute()
      const orderId = await addOrder(victim.id)
      const receiptId = await addReceipt(victim.id, orderId)
      const sinkId = await addSink(victim.id)
      const attacker = await newCaller(server, { role })
      const before = await everythingOf(victim)
      const endpoint = endpoints[name]
      if (!endpoint) throw new Error(`${name} is no endpoint`)
      const reply = await send(
        endpoint,
        attack({ ...victim, sessionId: before.sessions[0]!.id, logId, orderId, receiptId, sinkId }),
        attacker,
      )
      expect(JSON.parse(reply)).toMatchObject(isRefused ? { success: false } : {})
      for (const secret of [before.user.username, victim.tokenKey, '12345']) expect(reply).not.toContain(secret)
      expect(await everythingOf(victim)).toEqual(before)
    })
  })

  async function addLog(columns: Partial<NewLog>): Promise<number> {
    const insert = server.services.store.db.insertInto('logs').values(logRow(columns)).returning('id')
    return (await insert.executeTakeFirstOrThrow()).id
  }

  async function addOrder(user_id: number): Promise<number> {
    const order = { user_id, amount: 1, money: 7, trade_no: `order-of-${user_id}`, create_time: 1, quota: 12_345 }
    const insert = server.services.store.db.insertInto('top_ups').values({ ...order, status: 'pending' })
    return (await insert.returning('id').executeTakeFirstOrThrow()).id
  }

  async function addSink(user_id: number): Promise<number> {
    const insert = server.services.store.db.insertInto('alert_sinks').values({ user_id, kind: 'ntfy', settings: '{}' })
    return (await insert.returning('id').executeTakeFirstOrThrow()).id
  }

  async function addReceipt(user_id: number, order_id: number): Promise<number> {
    const row = { user_id, order_id, kind: 'receipt' as const, number: `of-${user_id}`, issued_at: 1, content: '{}' }
    const insert = server.services.store.db.insertInto('payment_receipts').values(row).returning('id')
    return (await insert.executeTakeFirstOrThrow()).id
  }

  async function everythingOf({ id }: NewCaller) {
    const { db } = server.services.store
    return {
      user: await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      tokens: await db.selectFrom('tokens').selectAll().where('user_id', '=', id).execute(),
      receipts: await db.selectFrom('payment_receipts').selectAll().where('user_id', '=', id).execute(),
      sinks: await db.selectFrom('alert_sinks').selectAll().where('user_id', '=', id).execute(),
      passkeys: await db.selectFrom('passkeys').selectAll().where('user_id', '=', id).execute(),
      sessions: await db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute(),
    }
  }

  async function send(endpoint: Endpoint, { params = {}, query = {}, body }: Attempt, { headers }: NewCaller) {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
    const given = Object.entries(query).map(([key, value]) => [key, String(value)])
    const response = await server.request(`${path}?${new URLSearchParams(given)}`, {
      method: endpoint.method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return response.text()
  }
})
