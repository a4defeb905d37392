import type { Transaction } from 'kysely'
import { HOUR, hourOf } from '../../../money/rollups/hours.ts'
import type { Tables } from '../../../platform/store/tables.ts'
import type { ImportContext } from '../context.ts'
import { type Counter, type RestRow, spreadRest, type UserRest } from '../mapping/books.ts'
import { integer, text } from '../mapping/row.ts'
import { type Remark, remark } from '../report.ts'
import { pagesOf } from '../source/reader.ts'
import { addOpening } from './openings.ts'

/** The model that usage without rows is counted under. */
const MODEL = 'imported'
const KIND = 'rest'
const CHUNK = 200

interface Counted {
  used: number
  calls: number
}
type Counts = Map<number, Counted>

/**
 * Counts what users used there beyond the rows of the log, as usage without rows: it is in counters and statistics, and
 * the books agree. A later run corrects what an earlier one took for it while rows were still coming.
 */
export async function importBooks(ctx: ImportContext): Promise<void> {
  if (ctx.dry) return
  const tokens = await readTokens(ctx)
  const users = await readUsers(ctx, tokens)
  const rows = spreadRest(users, await readCounters(ctx, 'channels', await countsOf(ctx, 'channel')))
  await writeRest(ctx, rows)
}

/** What imported rows have counted for rows of a kind, by their ids in the source. */
async function countsOf({ store, source }: ImportContext, kind: 'user' | 'token' | 'channel'): Promise<Counts> {
  const rows = await store.db
    .selectFrom('import_origins')
    .select(['source_id', 'used', 'calls'])
    .where('source', '=', source)
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map(({ source_id, used, calls }) => [Number(source_id), { used, calls }]))
}

async function readCounters(ctx: ImportContext, table: 'channels', counts: Counts): Promise<Counter[]> {
  const counters: Counter[] = []
  for await (const rows of pagesOf(ctx.reader, ctx.schema, { table, columns: ['used_quota'] })) {
    for (const row of rows) {
      const id = integer(row, 'id')
      const known = counts.get(id)
      if (known) counters.push({ id, quota: Math.max(0, integer(row, 'used_quota') - known.used) })
    }
  }
  return counters
}

async function readTokens(ctx: ImportContext): Promise<Map<number, Counter[]>> {
  const counts = await countsOf(ctx, 'token')
  const byOwner = new Map<number, Counter[]>()
  for await (const rows of pagesOf(ctx.reader, ctx.schema, { table: 'tokens', columns: ['user_id', 'used_quota'] })) {
    for (const row of rows) {
      const id = integer(row, 'id')
      const quota = integer(row, 'used_quota') - (counts.get(id)?.used ?? Number.POSITIVE_INFINITY)
      if (!(quota > 0)) continue
      const owner = integer(row, 'user_id')
      byOwner.set(owner, [...(byOwner.get(owner) ?? []), { id, quota }])
    }
  }
  return byOwner
}

async function readUsers(ctx: ImportContext, tokens: ReadonlyMap<number, Counter[]>): Promise<UserRest[]> {
  const counts = await countsOf(ctx, 'user')
  const users: UserRest[] = []
  const remarks: Remark[] = []
  const wanted = { table: 'users', columns: ['username', 'used_quota', 'request_count'] }
  for await (const rows of pagesOf(ctx.reader, ctx.schema, wanted)) {
    for (const row of rows) {
      const id = integer(row, 'id')
      const known = counts.get(id)
      if (!known) continue
      const own = tokens.get(id) ?? []
      const quota = integer(row, 'used_quota') - known.used
      const calls = Math.max(0, integer(row, 'request_count') - known.calls)
      if (quota < 0) remarks.push(remark('books_above', text(row, 'username')))
      if (quota > 0) remarks.push(remark('books_cleared', text(row, 'username')))
      if (quota > 0 || calls > 0 || own.length > 0) users.push({ id, quota: Math.max(0, quota), calls, tokens: own })
    }
  }
  ctx.tally.note('books', remarks)
  return users
}

const keyOf = ({ user, token, channel }: Pick<RestRow, 'user' | 'token' | 'channel'>) => `${user}:${token}:${channel}`

interface KnownRest {
  hour: number
  quota: number
  calls: number
}

async function writeRest(ctx: ImportContext, rows: readonly RestRow[]): Promise<void> {
  const { store, source } = ctx
  const stored = await store.db
    .selectFrom('import_origins')
    .select(['source_id', 'target_id', 'used', 'calls'])
    .where('source', '=', source)
    .where('kind', '=', KIND)
    .execute()
  const known = new Map(
    stored.map((row): [string, KnownRest] => [
      row.source_id,
      { hour: row.target_id, quota: row.used, calls: row.calls },
    ]),
  )
  const wanted = new Map(rows.map((row) => [keyOf(row), row]))
  for (const key of known.keys()) {
    const [user = 0, token = 0, channel = 0] = key.split(':').map(Number)
    if (!wanted.has(key)) wanted.set(key, { user, token, channel, quota: 0, calls: 0 })
  }
  const hour = stored[0]?.target_id ?? (await hourBefore(ctx))
  const changes = [...wanted].flatMap(([key, row]) => changeOf(row, known.get(key), hour))
  ctx.tally.count('books', stored.length > 0 ? 'updated' : 'taken', changes.length)
  for (let start = 0; start < changes.length; start += CHUNK) {
    await ctx.checkpoint()
    await store.db.transaction().execute((trx) => applyChanges(ctx, trx, changes.slice(start, start + CHUNK)))
  }
}

interface Change extends RestRow {
  hour: number
}

function changeOf(row: RestRow, known: KnownRest | undefined, hour: number): Change[] {
  const change = { ...row, hour: known?.hour ?? hour }
  change.quota -= known?.quota ?? 0
  change.calls -= known?.calls ?? 0
  return change.quota === 0 && change.calls === 0 ? [] : [change]
}

/** The hour before the first row of the log, so that usage without rows lies before that with rows. */
async function hourBefore({ store, now }: ImportContext): Promise<number> {
  const first = await store.db.selectFrom('logs').select('created_at').orderBy('created_at').executeTakeFirst()
  return hourOf(first?.created_at ?? now) - HOUR
}

/** A roll-up of usage without rows. */
async function addUnlisted({ ids }: ImportContext, trx: Transaction<Tables>, row: Change, sourceUser: number) {
  const { quota, calls } = row
  await trx
    .insertInto('quota_data')
    .values({
      created_at: row.hour,
      user_id: row.user,
      username: ids.names.get(sourceUser) ?? '',
      model_name: MODEL,
      token_id: row.token,
      channel_id: row.channel,
      token_used: 0,
      count: calls,
      quota,
      unlisted_count: calls,
      unlisted_quota: quota,
    })
    .onConflict((conflict) =>
      conflict.columns(['created_at', 'user_id', 'model_name', 'token_id', 'channel_id']).doUpdateSet((set) => ({
        count: set('quota_data.count', '+', calls),
        quota: set('quota_data.quota', '+', quota),
        unlisted_count: set('quota_data.unlisted_count', '+', calls),
        unlisted_quota: set('quota_data.unlisted_quota', '+', quota),
      })),
    )
    .execute()
}

async function applyChanges(ctx: ImportContext, trx: Transaction<Tables>, changes: readonly Change[]): Promise<void> {
  const { ids, source } = ctx
  for (const change of changes) {
    const { quota, calls } = change
    const user = ids.users.get(change.user) ?? 0
    const token = ids.tokens.get(change.token)?.id ?? 0
    const channel = ids.channels.get(change.channel) ?? 0
    await addUnlisted(ctx, trx, { hour: change.hour, user, token, channel, quota, calls }, change.user)
    await trx
      .updateTable('users')
      .set((set) => ({
        used_quota: set('used_quota', '+', quota),
        request_count: set('request_count', '+', calls),
      }))
      .where('id', '=', user)
      .execute()
    for (const [table, id] of [['tokens', token] as const, ['channels', channel] as const]) {
      await trx
        .updateTable(table)
        .set((set) => ({ used_quota: set('used_quota', '+', quota) }))
        .where('id', '=', id)
        .execute()
    }
    if (user > 0) await addOpening(trx, user, quota)
    await trx
      .insertInto('import_origins')
      .values({ source, kind: KIND, source_id: keyOf(change), target_id: change.hour, used: quota, calls })
      .onConflict((conflict) =>
        conflict.columns(['source', 'kind', 'source_id']).doUpdateSet((set) => ({
          used: set('import_origins.used', '+', quota),
          calls: set('import_origins.calls', '+', calls),
        })),
      )
      .execute()
  }
}
