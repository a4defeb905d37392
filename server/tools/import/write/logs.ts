import type { Transaction } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import { insertLogRows } from '../../../money/accounting/log-rows.ts'
import { addCalls, type CountedCall, rollupRows } from '../../../money/rollups/rollup.ts'
import { buildPostponedIndexes, postponeIndexes } from '../../../platform/store/copy/postponed-indexes.ts'
import type { Values } from '../../../platform/store/statement.ts'
import type { Tables } from '../../../platform/store/tables.ts'
import { type ImportContext, nameKey } from '../context.ts'
import { LOG_COLUMNS, type MappedLog, mapLog } from '../mapping/logs.ts'
import { remark } from '../report.ts'
import { pagesOf, type Row } from '../source/reader.ts'
import { findOrigins, saveOrigin } from './origins.ts'
import {
  addSumsAtOnce,
  addToChannel,
  addToOpening,
  addToOrigin,
  addToToken,
  addToUser,
  type CounterSum,
  commitWithoutWaiting,
} from './queries.ts'

/** Rows in a transaction: the pages of indexes that they share are written once. A running server wants fewer. */
const PAGE = 20_000
/** Rows with lower ids may still be on their way into the database. */
const SETTLED_SECONDS = 10

/** A log row with the ids of this server. */
interface OwnLog extends MappedLog {
  userId: number
  tokenId: number
  tokenSource: number
  channelId: number
}

/**
 * Imports the log behind the last row that an earlier run has read. The rows, the roll-ups, the counters, and the
 * position are one transaction: the books agree after each, and a run that dies is continued by the next.
 */
export async function importLogs(ctx: ImportContext): Promise<void> {
  const position = (await findOrigins(ctx, 'position', ['logs'])).get('logs')
  const after = position?.target_id
  const wanted = { table: 'logs', columns: LOG_COLUMNS, after, limit: ctx.logPage ?? PAGE }
  // Indexes of an empty log are built behind its rows, unless a server needs them meanwhile.
  const isAlone = !ctx.dry && !ctx.isServing
  if (isAlone) await postponeIndexes(ctx.store, 'logs')
  await importPages(ctx, wanted)
  if (isAlone) await buildPostponedIndexes(ctx.store)
}

async function importPages(ctx: ImportContext, wanted: Parameters<typeof pagesOf>[2]): Promise<void> {
  const { reader, schema } = ctx.logs
  // A page is read and mapped while the one before is written.
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const rows of pagesOf(reader, schema, wanted)) {
      const settled = withoutYoung(ctx, rows)
      const own = settled.flatMap((row) => toOwnLog(ctx, row))
      await writing
      await ctx.checkpoint()
      if (!ctx.dry && settled.length > 0) writing = writePage(ctx, own, Number(settled.at(-1)?.id ?? 0))
      ctx.tally.count('logs', 'taken', own.length)
      ctx.tally.count('logs', 'left_out', rows.length - own.length)
      if (settled.length === rows.length) continue
      return ctx.tally.note('logs', [remark('log_too_young', '')], rows.length - settled.length)
    }
  } finally {
    await writing
  }
}

function withoutYoung({ now }: ImportContext, rows: readonly Row[]): readonly Row[] {
  const young = rows.findIndex((row) => Number(row.created_at) > now - SETTLED_SECONDS)
  return young < 0 ? rows : rows.slice(0, young)
}

function toOwnLog(ctx: ImportContext, row: Row): OwnLog[] {
  const { ids, tally } = ctx
  const log = mapLog(row, ctx.kind)
  if (!log) {
    tally.note('logs', [remark('log_error', '')])
    return []
  }
  if (log.change === 'test') tally.note('logs', [remark('log_test', log.model_name)])
  if (log.change === 'type') tally.note('logs', [remark('log_type', '')])
  const userId = ids.users.get(log.user) ?? 0
  if (userId === 0 && log.user !== 0) tally.note('logs', [remark('log_owner', log.username)])
  const tokenSource = log.token || (ids.tokensByName.get(nameKey(log.user, log.token_name)) ?? 0)
  const token = ids.tokens.get(tokenSource)
  const own = token !== undefined && token.owner === userId
  return [
    {
      ...log,
      username: ids.names.get(log.user) ?? log.username,
      userId,
      tokenId: own ? token.id : 0,
      tokenSource: own ? tokenSource : 0,
      channelId: ids.channels.get(log.channel) ?? 0,
    },
  ]
}

function writePage(ctx: ImportContext, logs: readonly OwnLog[], last: number): Promise<void> {
  const done = ctx.store.db.transaction().execute(async (trx) => {
    // Position and rows are one transaction: what a crash takes away is imported again. The books wait for the disk.
    await commitWithoutWaiting(trx, ctx.engine)
    await writeRows(ctx, trx, logs, last)
  })
  ctx.store.noteWrites(logs.length)
  // It is awaited behind the next page: until then its failure is nobody's.
  done.catch(() => {})
  return done
}

async function writeRows(ctx: ImportContext, trx: Transaction<Tables>, logs: readonly OwnLog[], last: number) {
  await insertLogRows(trx, ctx.engine, logs.map(logValues))
  const calls = logs.filter(({ type }) => type === LOG_TYPE.consume)
  await addCalls(trx, ctx.engine, rollupRows(calls.map(countedCall)))
  await addCounters(ctx, trx, logs)
  const place = { source_id: 'logs', target_id: last, state: '' }
  await saveOrigin(trx, ctx, 'position', place)
}

/** In the order of `insertLogRows`. */
const logValues = (log: OwnLog): Values => [
  log.userId,
  log.username,
  log.tokenId,
  log.token_name,
  log.channelId,
  log.model_name,
  log.created_at,
  log.type,
  log.content,
  log.quota,
  log.prompt_tokens,
  log.completion_tokens,
  log.use_time,
  log.is_stream,
  log.other,
  log.request_id,
  0,
  null,
]

const countedCall = (log: OwnLog): CountedCall => ({
  created_at: log.created_at,
  user_id: log.userId,
  username: log.username,
  model_name: log.model_name,
  token_id: log.tokenId,
  channel_id: log.channelId,
  prompt_tokens: log.prompt_tokens,
  completion_tokens: log.completion_tokens,
  cached_tokens: log.cached_tokens,
  quota: log.quota,
  unlisted: false,
})

/** What was charged there is used here, and counts as given before: balances are those of the source. */
async function addCounters(ctx: ImportContext, trx: Transaction<Tables>, logs: readonly OwnLog[]): Promise<void> {
  const { engine, source } = ctx
  const users = sumBy(logs, (log) => [log.user, log.userId])
  const tokens = sumBy(logs, (log) => [log.tokenSource, log.tokenId])
  const channels = sumBy(logs, (log) => [log.channel, log.channelId])
  // A running server locks the same rows, one after the other in the order of their ids.
  if (engine === 'postgres' && ctx.logPage === undefined) {
    await addSumsAtOnce(trx, source, 'user', users)
    await addSumsAtOnce(trx, source, 'token', tokens)
    return addSumsAtOnce(trx, source, 'channel', channels)
  }
  for (const { id, source_id, used, calls, moved } of users) {
    if (calls > 0) await addToUser(trx, engine, [used, calls, id])
    if (used !== moved) await addToOpening(trx, engine, [used - moved, id])
    if (calls > 0) await addToOrigin(trx, engine, [used, calls, source, 'user', source_id])
  }
  for (const { id, source_id, used, calls } of tokens) {
    if (used !== 0) await addToToken(trx, engine, [used, id])
    if (calls > 0) await addToOrigin(trx, engine, [used, calls, source, 'token', source_id])
  }
  for (const { id, source_id, used, calls } of channels) {
    if (used !== 0) await addToChannel(trx, engine, [used, id])
    if (calls > 0) await addToOrigin(trx, engine, [used, calls, source, 'channel', source_id])
  }
}

/** Sums in the order of ids, so that two transactions cannot wait for each other; rows without an id here are left out. */
function sumBy(logs: readonly OwnLog[], idsOf: (log: OwnLog) => [source: number, here: number]): CounterSum[] {
  const sums = new Map<number, CounterSum>()
  for (const log of logs) {
    const [source, id] = idsOf(log)
    if (id === 0) continue
    const sum = sums.get(source) ?? { id, source_id: String(source), used: 0, calls: 0, moved: 0 }
    if (log.type === LOG_TYPE.consume) {
      sum.used += log.quota
      sum.calls += 1
    } else sum.moved += log.quota
    sums.set(source, sum)
  }
  return [...sums.values()].sort((one, other) => one.id - other.id)
}
