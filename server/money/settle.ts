import type { Transaction } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import { addCalls, type CountedCall, rollupRows } from '../statistics/rollup.ts'
import { bulkInserter } from '../store/bulk.ts'
import type { Engine, Store } from '../store/database.ts'
import { statement } from '../store/statement.ts'
import type { Tables } from '../store/tables.ts'
import { moveWallet, type Owner } from './leases.ts'
import type { ChargeRecord, Position } from './records.ts'

/** What a batch did to the leases of this node. */
export interface SettledBatch {
  owners: { owner: Owner; count: number; lost: boolean }[]
}

interface OwnerSum {
  owner: Owner
  count: number
  quota: number
  carryIn: number
  carryOut: number
}

const movePosition = statement(
  'update journal_positions set segment = ?, "offset" = ? where node_id = ? and segment = ? and "offset" = ?',
)

/**
 * Applies charges in one transaction with the journal position that lies behind them, so that they count exactly once:
 * if `from` is not the stored position, somebody has applied them already and nothing is done (answers undefined).
 */
export async function settleBatch(
  store: Store,
  nodeId: string,
  charges: readonly ChargeRecord[],
  from: Position,
  to: Position,
): Promise<SettledBatch | undefined> {
  return store.db.transaction().execute(async (trx) => {
    const { engine } = store
    const moved = await movePosition(trx, engine, [to.segment, to.offset, nodeId, from.segment, from.offset])
    if (moved.numAffectedRows === 0n) return undefined
    await insertLogs(trx, engine, charges.filter((charge) => charge.log).map(logRow))
    await addCalls(trx, engine, rollupRows(charges.map(countedCall)))
    await addCounters(trx, engine, charges)
    const owners = []
    for (const sum of sumByOwner(charges)) {
      const lost = !(await spendLease(trx, engine, nodeId, sum))
      owners.push({ owner: sum.owner, count: sum.count, lost })
    }
    return { owners }
  })
}

/** The log row of a charge. */
export function logRow(charge: ChargeRecord): LogValues {
  return {
    user_id: charge.user,
    created_at: charge.at,
    type: LOG_TYPE.consume,
    content: charge.content,
    username: charge.name,
    token_name: charge.tokenName,
    model_name: charge.model,
    quota: charge.quota,
    prompt_tokens: charge.prompt,
    completion_tokens: charge.completion,
    use_time: charge.seconds,
    is_stream: charge.stream ? 1 : 0,
    channel_id: charge.channel,
    token_id: charge.token,
    other: charge.other,
    request_id: charge.id,
  }
}

const LOG_COLUMNS = [
  'user_id',
  'created_at',
  'type',
  'content',
  'username',
  'token_name',
  'model_name',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'use_time',
  'is_stream',
  'channel_id',
  'token_id',
  'other',
  'request_id',
] as const

/** A log row as its columns go into the table. */
export type LogValues = Record<(typeof LOG_COLUMNS)[number], string | number>

const insertLogRows = bulkInserter('logs', LOG_COLUMNS)

export function insertLogs(trx: Transaction<Tables>, engine: Engine, rows: LogValues[]): Promise<void> {
  return insertLogRows(
    trx,
    engine,
    rows.map((row) => LOG_COLUMNS.map((name) => row[name])),
  )
}

/** What the roll-ups count of a charge. */
function countedCall(charge: ChargeRecord): CountedCall {
  return {
    created_at: charge.at,
    user_id: charge.user,
    username: charge.name,
    model_name: charge.model,
    token_id: charge.token,
    channel_id: charge.channel,
    tokens: charge.prompt + charge.completion,
    quota: charge.quota,
    unlisted: !charge.log,
  }
}

const addToUser = statement(
  'update users set used_quota = used_quota + ?, request_count = request_count + ? where id = ?',
)
const addToToken = statement('update tokens set used_quota = used_quota + ?, accessed_time = ? where id = ?')
const addToChannel = statement('update channels set used_quota = used_quota + ? where id = ?')

async function addCounters(trx: Transaction<Tables>, engine: Engine, charges: readonly ChargeRecord[]) {
  for (const [id, { quota, count }] of sumBy(charges, (charge) => charge.user)) {
    await addToUser(trx, engine, [quota, count, id])
  }
  for (const [id, { quota, last }] of sumBy(charges, (charge) => charge.token)) {
    if (id !== 0) await addToToken(trx, engine, [quota, last, id])
  }
  for (const [id, { quota }] of sumBy(charges, (charge) => charge.channel)) {
    if (quota !== 0) await addToChannel(trx, engine, [quota, id])
  }
}

function sumBy(charges: readonly ChargeRecord[], keyOf: (charge: ChargeRecord) => number) {
  const sums = new Map<number, { quota: number; count: number; last: number }>()
  for (const charge of charges) {
    const sum = sums.get(keyOf(charge)) ?? { quota: 0, count: 0, last: 0 }
    sum.quota += charge.quota
    sum.count += 1
    sum.last = Math.max(sum.last, charge.at)
    sums.set(keyOf(charge), sum)
  }
  // A fixed order keeps two nodes from locking each other's rows crosswise.
  return [...sums].sort(([a], [b]) => a - b)
}

/** Charges by purse: a user's, and a limited token's. */
function sumByOwner(charges: readonly ChargeRecord[]): OwnerSum[] {
  const sums = new Map<string, OwnerSum>()
  const add = (owner: Owner, charge: ChargeRecord) => {
    const key = `${owner.kind} ${owner.id}`
    const sum = sums.get(key) ?? { owner, count: 0, quota: 0, carryIn: charge.carryIn, carryOut: 0 }
    sum.count += 1
    sum.quota += charge.quota
    sum.carryOut = charge.carryOut
    sums.set(key, sum)
  }
  for (const charge of charges) {
    add({ kind: 'user', id: charge.user }, charge)
    if (charge.limited) add({ kind: 'token', id: charge.token }, charge)
  }
  return [...sums.values()].sort((a, b) => a.owner.kind.localeCompare(b.owner.kind) || a.owner.id - b.owner.id)
}

const spendUser = statement(
  "update wallet_leases set spent = spent + ?, carry = ? where node_id = ? and owner_kind = 'user' and owner_id = ?",
)
const spendToken = statement(
  "update wallet_leases set spent = spent + ? where node_id = ? and owner_kind = 'token' and owner_id = ?",
)

/** Takes charges from this node's lease. If the lease is gone its rest went back to the wallet, which pays now. */
async function spendLease(trx: Transaction<Tables>, engine: Engine, nodeId: string, sum: OwnerSum): Promise<boolean> {
  const { owner, quota } = sum
  const ofUser = owner.kind === 'user'
  const spent = ofUser
    ? await spendUser(trx, engine, [quota, sum.carryOut, nodeId, owner.id])
    : await spendToken(trx, engine, [quota, nodeId, owner.id])
  if (spent.numAffectedRows !== 0n) return true
  const carry = ofUser ? sum.carryOut - sum.carryIn : 0
  if (quota !== 0 || carry !== 0) await moveWallet(trx, owner, -quota, carry)
  return quota === 0 && carry === 0
}
