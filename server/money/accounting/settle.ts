import type { Transaction } from 'kysely'
import { createBulkUpdate } from '../../platform/store/bulk-update.ts'
import type { Engine, Store } from '../../platform/store/database.ts'
import { prepareStatement } from '../../platform/store/statement.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { addCalls, type CostOnly, type CountedCall, rollupRows } from '../rollups/rollup.ts'
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

const addToUsers = createBulkUpdate({ table: 'users', id: 'id', add: ['used_quota', 'request_count'] })
const addToTokens = createBulkUpdate({ table: 'tokens', id: 'id', add: ['used_quota'], set: ['accessed_time'] })
const addToChannels = createBulkUpdate({ table: 'channels', id: 'id', add: ['used_quota'] })
const addToBudgets = createBulkUpdate({ table: 'budget_windows', id: 'id', add: ['used'] })

async function addCounters(trx: Transaction<Tables>, engine: Engine, sums: BatchSums) {
  const users = sums.users.map(([id, { units, calls }]) => [id, units, calls])
  const tokens = sums.tokens.map(([id, { units, lastUsed }]) => [id, units, lastUsed])
  const channels = sums.channels.filter(([, units]) => units !== 0)
  const budgets = sums.budgets.filter(([, { units }]) => units !== 0).map(([id, { units }]) => [id, units])
  await addToUsers(trx, engine, users)
  await addToTokens(trx, engine, tokens)
  await addToChannels(trx, engine, channels)
  await addToBudgets(trx, engine, budgets)
}

/** Takes charges from this node's leases. If a lease is gone, its rest is back in the wallet, which pays now. */
async function spendLeases(trx: Transaction<Tables>, engine: Engine, nodeId: string, sums: BatchSums) {
  const limited = sums.tokens.map(([id, sum]): [number, Spending] => [id, sum.limited])
  const owners: SettledBatch['owners'] = []
  for (const [kind, spendings] of [
    ['token', limited.filter(([, { calls }]) => calls > 0)],
    ['user', sums.users],
    ['budget', sums.budgets],
  ] as const) {
    const rows = spendings.map(([id, { units, carry }]) => [id, units, carry])
    const found = await spendOfLeases(trx, engine, rows, [nodeId, kind])
    for (const [id, spending] of spendings) {
      const { units, carry } = spending
      const lost = !found.has(id) && (units !== 0 || carry !== 0)
      if (lost) await addToWallet(trx, { kind, id }, -units, carry)
      owners.push({ owner: { kind, id }, spending, lost })
    }
  }
  return owners
}

const spendOfLeases = createBulkUpdate({
  table: 'wallet_leases',
  id: 'owner_id',
  where: ['node_id', 'owner_kind'],
  add: ['spent', 'carry'],
})
