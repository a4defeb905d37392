import type { Transaction } from 'kysely'
import { addCalls, type CostOnly, type CountedCall, rollupRows } from '../rollups/rollup.ts'
import type { Engine, Store } from '../store/database.ts'
import { prepareStatement } from '../store/statement.ts'
import type { Tables } from '../store/tables.ts'
import { type BatchSums, sumCharges } from './batch-sums.ts'
import type { Spending } from './leased-balance.ts'
import { addToWallet, type Owner } from './leases.ts'
import { chargeRow, insertLogRows, insertTerms, termsRows } from './log-rows.ts'
import { insertTasks } from './new-task.ts'
import {
  type ChargeRecord,
  chargesIn,
  type Entry,
  type Position,
  type SettledRecord,
  type UnpaidRecord,
  unpaidIn,
} from './records.ts'
import { insertUnpaid, unpaidRow } from './unpaid.ts'

/** The effect of a batch on this node's leases. */
export interface SettledBatch {
  owners: { owner: Owner; spending: Spending; lost: boolean }[]
}

const movePosition = prepareStatement(
  'update journal_positions set segment = ?, "offset" = ? where node_id = ? and segment = ? and "offset" = ?',
)

/**
 * Applies records in one transaction with the journal position behind them, so that they count exactly once: if
 * `from` is not the stored position, they were applied already and nothing is done (returns undefined).
 */
export async function settleBatch(
  store: Store,
  nodeId: string,
  records: readonly SettledRecord[],
  from: Position,
  to: Position,
): Promise<SettledBatch | undefined> {
  return store.db.transaction().execute(async (trx) => {
    const { engine } = store
    const moved = await movePosition(trx, engine, [to.segment, to.offset, nodeId, from.segment, from.offset])
    if (moved.numAffectedRows === 0n) return undefined
    const charges = chargesIn(records)
    await insertTerms(trx, engine, termsRows(charges))
    await insertLogRows(trx, engine, charges.filter((charge) => charge.log).map(chargeRow))
    await insertTasks(trx, charges)
    const unpaid = unpaidIn(records)
    await addCalls(trx, engine, rollupRows(charges.map(countedCall), unpaid.flatMap(costOnly)))
    await insertUnpaid(trx, engine, unpaid.map(unpaidRow))
    const sums = sumCharges(charges)
    await addCounters(trx, engine, sums)
    return { owners: await spendLeases(trx, engine, nodeId, sums) }
  })
}

/**
 * Counts the records of a batch, starting at the former stored position, that are in the database: the reply to
 * their commit was lost with the connection. 0 = none; the stored position is not one of this batch.
 */
export async function countSettled(store: Store, nodeId: string, batch: readonly Entry[]): Promise<number> {
  const stored = await store.db
    .selectFrom('journal_positions')
    .select(['segment', 'offset'])
    .where('node_id', '=', nodeId)
    .executeTakeFirst()
  return batch.findIndex(({ next }) => next.segment === stored?.segment && next.offset === stored.offset) + 1
}

/** The owners whose leases paid the charges, for a batch whose commit result was lost. */
export function chargedOwners(charges: readonly ChargeRecord[]): SettledBatch['owners'] {
  const { users, tokens, budgets } = sumCharges(charges)
  const limited = tokens.filter(([, sum]) => sum.limited.calls > 0)
  return [
    ...limited.map(([id, sum]) => ({ owner: { kind: 'token', id }, spending: sum.limited, lost: false }) as const),
    ...users.map(([id, sum]) => ({ owner: { kind: 'user', id }, spending: sum, lost: false }) as const),
    ...budgets.map(([id, sum]) => ({ owner: { kind: 'budget', id }, spending: sum, lost: false }) as const),
  ]
}

/** A charge's entry in the roll-ups. */
function countedCall(charge: ChargeRecord): CountedCall {
  return {
    created_at: charge.at,
    user_id: charge.user,
    username: charge.name,
    model_name: charge.model,
    token_id: charge.token,
    channel_id: charge.channel,
    prompt_tokens: charge.prompt,
    completion_tokens: charge.completion,
    cached_tokens: charge.cached ?? 0,
    quota: charge.quota,
    cost: charge.cost ?? null,
    unlisted: !charge.log,
  }
}

/** The cost of an answer without a charge. */
function costOnly({ at, user, bought }: UnpaidRecord): CostOnly[] {
  if (!bought) return []
  const { cost, name, token, channel, model } = bought
  return [
    { created_at: at, user_id: user, username: name, model_name: model, token_id: token, channel_id: channel, cost },
  ]
}

const addToUser = prepareStatement(
  'update users set used_quota = used_quota + ?, request_count = request_count + ? where id = ?',
)
const addToToken = prepareStatement('update tokens set used_quota = used_quota + ?, accessed_time = ? where id = ?')
const addToChannel = prepareStatement('update channels set used_quota = used_quota + ? where id = ?')
const addToBudget = prepareStatement('update budget_windows set used = used + ? where id = ?')

async function addCounters(trx: Transaction<Tables>, engine: Engine, sums: BatchSums) {
  const { users, tokens, channels, budgets } = sums
  for (const [id, { units, calls }] of users) await addToUser(trx, engine, [units, calls, id])
  for (const [id, { units, lastUsed }] of tokens) await addToToken(trx, engine, [units, lastUsed, id])
  for (const [id, units] of channels) if (units !== 0) await addToChannel(trx, engine, [units, id])
  for (const [id, { units }] of budgets) if (units !== 0) await addToBudget(trx, engine, [units, id])
}

async function spendLeases(trx: Transaction<Tables>, engine: Engine, nodeId: string, sums: BatchSums) {
  const { users, tokens, budgets } = sums
  const owners: SettledBatch['owners'] = []
  for (const [id, { limited }] of tokens) {
    if (limited.calls === 0) continue
    const owner: Owner = { kind: 'token', id }
    owners.push({ owner, spending: limited, lost: !(await spendWholeUnits(trx, engine, nodeId, owner, limited.units)) })
  }
  for (const [id, sum] of users) {
    const lost = !(await spendUserLease(trx, engine, nodeId, id, sum))
    owners.push({ owner: { kind: 'user', id }, spending: sum, lost })
  }
  for (const [id, spending] of budgets) {
    const owner: Owner = { kind: 'budget', id }
    owners.push({ owner, spending, lost: !(await spendWholeUnits(trx, engine, nodeId, owner, spending.units)) })
  }
  return owners
}

const spendUser = prepareStatement(
  "update wallet_leases set spent = spent + ?, carry = carry + ? where node_id = ? and owner_kind = 'user' and owner_id = ?",
)
const spendUnits = prepareStatement(
  'update wallet_leases set spent = spent + ? where node_id = ? and owner_kind = ? and owner_id = ?',
)

/**
 * Takes charges from this node's lease. If the lease is gone, its rest is back in the wallet, which pays now
 * (false).
 */
async function spendUserLease(trx: Transaction<Tables>, engine: Engine, nodeId: string, id: number, sum: Spending) {
  const { units, carry } = sum
  const spent = await spendUser(trx, engine, [units, carry, nodeId, id])
  if (spent.numAffectedRows !== 0n || (units === 0 && carry === 0)) return true
  await addToWallet(trx, { kind: 'user', id }, -units, carry)
  return false
}

/** Does the same for a limited token or a budget, whose charges are whole units. */
async function spendWholeUnits(trx: Transaction<Tables>, engine: Engine, nodeId: string, owner: Owner, units: number) {
  const spent = await spendUnits(trx, engine, [units, nodeId, owner.kind, owner.id])
  if (spent.numAffectedRows !== 0n || units === 0) return true
  await addToWallet(trx, owner, -units, 0)
  return false
}
