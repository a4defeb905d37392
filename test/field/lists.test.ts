import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { ROLE } from '#contract/roles.ts'
import { listDrawings, listTasks } from '#server/calls/tasks/queries.ts'
import { listKeys, readDueKeys } from '#server/channels/keys/queries.ts'
import { listTags, listTokens } from '#server/people/tokens/queries.ts'
import { listUsers } from '#server/people/users/queries.ts'
import { listAudits } from '#server/platform/audits/queries.ts'
import type { Database, Store } from '#server/platform/store/database.ts'
import { listRedemptions } from '#server/sales/redemption/queries.ts'
import { listOrders } from '#server/sales/topup/queries.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { afterFilling, plansOf } from '#test/harness/plans.ts'

const ROWS = 5000
const PAGE = { offset: 0, limit: 20 }
const RANGE = { start_timestamp: 1000, end_timestamp: 1020 }
const TABLES = ['channel_keys', 'audits', 'top_ups', 'tasks', 'midjourneys', 'redemptions', 'tokens', 'users']

const order = { trade_no: '', status: '' }
const drawing = { mj_id: '', status: '' }
const task = { platform: '', task_id: '', status: '', action: '' }
const code = { keyword: '', keyHash: '', hidden: [] }
const tokens = { ...code, tag: '' }

/** What lists of tables that grow without an end are asked; the log has its own test. */
const QUERIES: [string, (db: Database) => Promise<unknown>][] = [
  ['audit by id of the actor', (db) => listAudits(db, { actor: '7' }, PAGE)],
  ['audit by name of the actor', (db) => listAudits(db, { actor: 'name-7' }, PAGE)],
  ['audit by action', (db) => listAudits(db, { action: 'kind.7' }, PAGE)],
  ['audit by kind of action', (db) => listAudits(db, { action: 'kind' }, PAGE)],
  ['audit by target', (db) => listAudits(db, { target_kind: 'name-7', target_id: '7' }, PAGE)],
  ['audit in a range', (db) => listAudits(db, RANGE, PAGE)],
  ["a user's orders", (db) => listOrders(db, { ...order, userId: 7 }, PAGE)],
  ['orders by user', (db) => listOrders(db, { ...order, username: 'name-7' }, PAGE)],
  ['orders by gateway', (db) => listOrders(db, { ...order, gateway: 'name-7' }, PAGE)],
  ['orders by status', (db) => listOrders(db, { ...order, status: 'name-7' }, PAGE)],
  ['an order by number', (db) => listOrders(db, { ...order, trade_no: 'trade-7' }, PAGE)],
  ['orders in a range', (db) => listOrders(db, { ...order, ...RANGE }, PAGE)],
  ["a user's tasks", (db) => listTasks(db, { ...task, userId: 7 }, PAGE)],
  ['tasks by platform', (db) => listTasks(db, { ...task, platform: 'name-7' }, PAGE)],
  ['tasks by status', (db) => listTasks(db, { ...task, status: 'name-7' }, PAGE)],
  ['tasks by action', (db) => listTasks(db, { ...task, action: 'name-7' }, PAGE)],
  ['a task by number', (db) => listTasks(db, { ...task, task_id: 'name-7' }, PAGE)],
  ['tasks by channel', (db) => listTasks(db, { ...task, channel_id: 7 }, PAGE)],
  ['tasks in a range', (db) => listTasks(db, { ...task, ...RANGE }, PAGE)],
  ["a user's drawings", (db) => listDrawings(db, { ...drawing, userId: 7 }, PAGE)],
  ['a drawing by number', (db) => listDrawings(db, { ...drawing, mj_id: 'name-7' }, PAGE)],
  ['drawings by status', (db) => listDrawings(db, { ...drawing, status: 'name-7' }, PAGE)],
  ['drawings by channel', (db) => listDrawings(db, { ...drawing, channel_id: 7 }, PAGE)],
  ['drawings in a range', (db) => listDrawings(db, { ...drawing, ...RANGE }, PAGE)],
  ['codes by status', (db) => listRedemptions(db, { ...code, status: 7 }, PAGE)],
  ["a user's tokens", (db) => listTokens(db, 7, tokens, PAGE)],
  ["a user's tokens by balance", (db) => listTokens(db, 7, tokens, { ...PAGE, sort: 'remain_quota' })],
  ["a user's tokens by tag", (db) => listTokens(db, 7, { ...tokens, tag: 'name-7' }, PAGE)],
  ['the tags of a user', (db) => listTags(db, 7)],
  ['keys of a channel', (db) => listKeys(db, { channel: 7, state: undefined, now: 0 }, PAGE)],
  ['stopped keys of a channel', (db) => listKeys(db, { channel: 7, state: 'stopped', now: 0 }, PAGE)],
  ['stopped keys to test', (db) => readDueKeys(db, 7, 20)],
  [
    'users of a group',
    (db) => listUsers(db, { keyword: '', group: 'name-7', reader: { id: 1, role: ROLE.root } }, PAGE),
  ],
]

forEachDatabase((engine, fresh) => {
  describe('an index finds the rows of', () => {
    let store: Store
    beforeAll(async () => {
      store = await fresh.store()
      await fill(store)
    })

    const walk = { sqlite: `SCAN (${TABLES.join('|')})`, postgres: `Seq Scan on (${TABLES.join('|')})` }
    test.each(QUERIES)('%s', async (_, ask) => {
      const plans = await plansOf(store, ask)
      expect(plans.filter((plan) => new RegExp(`\\b(${TABLES.join('|')})`).test(plan))).not.toEqual([])
      expect(plans.filter((plan) => new RegExp(walk[engine]).test(plan))).toEqual([])
    })
  })
})

/** A hundred of everything: each value in every hundredth row, and times that grow. */
async function fill(store: Store): Promise<void> {
  const { db } = store
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})`
  const name = sql`'name-' || i % 100`
  const rows: [string, string[], ReturnType<typeof sql>][] = [
    [
      'audits',
      ['created_at', 'actor_id', 'actor_name', 'action', 'target_kind', 'target_id'],
      sql`i, i % 100, ${name}, case when i % 50 = 1 then 'kind.' else 'other.' end || i % 100, ${name}, '' || i % 100`,
    ],
    [
      'top_ups',
      ['user_id', 'trade_no', 'gateway', 'gateway_trade_no', 'create_time', 'status'],
      sql`i % 100, 'trade-' || i, ${name}, 'paid-' || i, i, ${name}`,
    ],
    [
      'tasks',
      ['user_id', 'task_id', 'platform', 'status', 'action', 'channel_id', 'submit_time'],
      sql`i % 100, 'task-' || i, ${name}, ${name}, ${name}, i % 100, i`,
    ],
    [
      'midjourneys',
      ['user_id', 'mj_id', 'channel_id', 'status', 'submit_time'],
      sql`i % 100, 'mj-' || i, i % 100, 'name-' || (i % 100), i`,
    ],
    [
      'channel_keys',
      ['channel_id', 'key', 'key_hash', 'mask', 'status', 'probe_at'],
      sql`i % 100, '', 'hash-' || i, '', 1 + i % 3, i`,
    ],
    ['redemptions', ['user_id', 'key', 'key_hash', 'status'], sql`1, '', 'hash-' || i, i % 100`],
    ['tokens', ['user_id', 'key', 'key_hash', 'name'], sql`i % 100, '', 'hash-' || i, 'name-' || i`],
    ['users', ['username', 'password', 'group'], sql`'name-' || i, '', ${name}`],
  ]
  for (const [table, columns, values] of rows) {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${names}) ${numbers} select ${values} from n`.execute(db)
  }
  await afterFilling(store, ...TABLES)
}
