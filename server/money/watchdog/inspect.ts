import type { CheckName, Difference } from '#contract/api/watchdog.ts'
import { type PaymentReceiptContent, returnedCents, toSmallestUnit } from '#contract/payment-receipts.ts'
import { type Receipt, recompute } from '#contract/receipt.ts'
import type { Store } from '../../platform/store/database.ts'
import { HOUR } from '../rollups/hours.ts'
import * as ask from './queries.ts'

/** The result of one part of a check. */
export interface Finding {
  check: CheckName
  lookedAt: number
  differences: Difference[]
  /** Quota units of all that were examined: what follows from the ledger, and what is stored. */
  expected: number
  found: number
  /** The wrong roll-ups, for a repair. */
  rollups?: ask.RollupKey[]
}

const IDS_PER_QUERY = 100
const CHANNELS_PER_QUERY = 5
const SAMPLE_SIZE = 500
/** Seconds that returning an expired lease may take. */
const LEASE_GRACE = 180
/** Longest time before the work yields the thread, in milliseconds. */
const MAX_TURN_MS = 10

/**
 * Checks everything that must agree, part by part, roll-ups first: a consumer that repairs one finding before
 * requesting the next compares counters with repaired roll-ups. `since` (unix seconds) leaves out the roll-ups of
 * older hours.
 */
export async function* inspect(store: Pick<Store, 'reads' | 'engine'>, since: number): AsyncGenerator<Finding> {
  const pause = createPause()
  for await (const finding of inspectParts(store, since)) {
    yield finding
    await pause()
  }
}

async function* inspectParts(
  { reads: db, engine }: Pick<Store, 'reads' | 'engine'>,
  since: number,
): AsyncGenerator<Finding> {
  const hourOf = (time: number) => ask.nextHour(db, time)
  for (let hour = await hourOf(since); hour !== undefined; hour = await hourOf(hour + HOUR)) {
    yield rollupFinding(await ask.rollupsOfHour(db, hour))
  }
  for (const range of rangesUpTo(await ask.lastId(db, 'users'), IDS_PER_QUERY)) {
    yield userFinding(await ask.userCounters(db, range))
    yield counterFinding('tokens', 'token', await ask.tokenCounters(db, range))
    yield balanceFinding(await ask.userBalances(db, range))
    yield paymentFinding(await ask.userPayments(db, range))
    yield paperFinding(await ask.orderPapers(db, range))
  }
  for (const range of rangesUpTo(await ask.lastId(db, 'channels'), CHANNELS_PER_QUERY)) {
    yield counterFinding('channels', 'channel', await ask.channelCounters(db, range))
  }
  yield receiptFinding(await ask.readCharges(db, sampleOf(await ask.lastId(db, 'logs'))))
  yield leaseFinding(await ask.leasesExpiredFor(db, engine, LEASE_GRACE))
}

function rollupFinding(sides: ask.RollupSides[]): Finding {
  const wrong = sides.flatMap((side) => {
    const subject = rollupName(side)
    const differences = [
      ...compare('rollups', subject, 'quota', side.row_quota, side.sum_quota),
      ...compare('rollups', subject, 'count', side.row_count, side.sum_count),
      ...compare('rollups', subject, 'token_used', side.row_tokens, side.sum_tokens),
      ...compare('rollups', subject, 'cost', side.row_cost, side.sum_cost),
      ...compare('rollups', subject, 'costed_quota', side.row_costed, side.sum_costed),
    ]
    return differences.length > 0 ? [{ side, differences }] : []
  })
  return {
    check: 'rollups',
    lookedAt: sides.length,
    ...sumSides(sides.map(({ row_quota, sum_quota }) => [row_quota, sum_quota])),
    differences: wrong.flatMap(({ differences }) => differences),
    rollups: wrong.map(({ side }) => side),
  }
}

/** The name of a roll-up in a report. */
export const rollupName = ({ hour, user_id, model_name, token_id, channel_id }: ask.RollupKey) =>
  `hour ${new Date(hour * 1000).toISOString().slice(0, 13)} user ${user_id} model ${model_name} token ${token_id} channel ${channel_id}`

function userFinding(rows: Awaited<ReturnType<typeof ask.userCounters>>): Finding {
  const differences = rows.flatMap((row) => [
    ...compare('users', `user ${row.id}`, 'used_quota', row.quota, row.used_quota),
    ...compare('users', `user ${row.id}`, 'request_count', row.count, row.request_count),
  ])
  const sides = sumSides(rows.map(({ quota, used_quota }) => [quota, used_quota]))
  return { check: 'users', lookedAt: rows.length, differences, ...sides }
}

function counterFinding(
  check: 'tokens' | 'channels',
  kind: string,
  rows: { id: number; used_quota: number; quota: number }[],
): Finding {
  const differences = rows.flatMap((row) =>
    compare(check, `${kind} ${row.id}`, 'used_quota', row.quota, row.used_quota),
  )
  const sides = sumSides(rows.map(({ quota, used_quota }) => [quota, used_quota]))
  return { check, lookedAt: rows.length, differences, ...sides }
}

function balanceFinding(rows: Awaited<ReturnType<typeof ask.userBalances>>): Finding {
  const differences = rows.flatMap((row) => compare('balances', `user ${row.id}`, 'quota', row.expected, row.found))
  const sides = sumSides(rows.map(({ expected, found }) => [expected, found]))
  return { check: 'balances', lookedAt: rows.length, differences, ...sides }
}

function paymentFinding(rows: Awaited<ReturnType<typeof ask.userPayments>>): Finding {
  const differences = rows.flatMap((row) => [
    ...compare('payments', `user ${row.id}`, 'quota', row.expected, row.found),
    ...compare('payments', `user ${row.id}`, 'frozen_quota', row.expected_frozen, row.found_frozen),
  ])
  const sides = sumSides(rows.map(({ expected, found }) => [expected, found]))
  return { check: 'payments', lookedAt: rows.length, differences, ...sides }
}

/** Receipts, credit notes and corrections of an order add up to what was kept of its payment, in the smallest unit. */
function paperFinding(orders: Awaited<ReturnType<typeof ask.orderPapers>>): Finding {
  const differences = orders.flatMap(({ id, money, currency, status, papers, claims }) => {
    // An older version refunded without a claim.
    const isWhole = claims.length === 0 && status === 'refunded'
    const returned = isWhole ? money : returnedCents(money, claims) / 100
    const kept = toSmallestUnit(money, currency) - toSmallestUnit(returned, currency)
    const found = papers.reduce((sum, { content }) => sum + (JSON.parse(content) as PaymentReceiptContent).total, 0)
    return compare('payments', `order ${id}`, 'papers', kept, found)
  })
  return { check: 'payments', lookedAt: orders.length, differences, expected: 0, found: 0 }
}

function receiptFinding(rows: Awaited<ReturnType<typeof ask.readCharges>>): Finding {
  const charged = rows.flatMap((row) => {
    const receipt = parseReceipt(row.other)
    return receipt ? [{ ...row, receipt }] : []
  })
  const recomputed = charged.map(({ id, quota, receipt }) => ({ id, quota, expected: recompute(receipt) }))
  const differences = recomputed.flatMap(({ id, quota, expected }) =>
    compare('receipts', `log ${id}`, 'quota', expected, quota),
  )
  const sides = sumSides(recomputed.map(({ expected, quota }) => [expected, quota]))
  return { check: 'receipts', lookedAt: charged.length, differences, ...sides }
}

/** Parses a receipt. Rows that were imported, or that do not concern a call, have none. */
function parseReceipt(other: string): Receipt | undefined {
  try {
    const receipt = JSON.parse(other) as Receipt | null
    return receipt?.price_version === undefined ? undefined : receipt
  } catch {
    return undefined
  }
}

function leaseFinding({ count, expired }: Awaited<ReturnType<typeof ask.leasesExpiredFor>>): Finding {
  const differences = expired.map((lease): Difference => {
    const subject = `lease of node ${lease.node_id} on ${lease.owner_kind} ${lease.owner_id}`
    return { check: 'leases', subject, field: 'unspent', expected: 0, found: lease.granted - lease.spent }
  })
  return { check: 'leases', lookedAt: count, differences, ...sumSides(differences.map(({ found }) => [0, found])) }
}

/** Sums pairs of what is expected and what was found. */
function sumSides(pairs: readonly (readonly [expected: number, found: number])[]): { expected: number; found: number } {
  return pairs.reduce((sum, [expected, found]) => ({ expected: sum.expected + expected, found: sum.found + found }), {
    expected: 0,
    found: 0,
  })
}

function compare(check: CheckName, subject: string, field: string, expected: number, found: number): Difference[] {
  return expected === found ? [] : [{ check, subject, field, expected, found }]
}

function rangesUpTo(last: number, size: number): ask.IdRange[] {
  return Array.from({ length: Math.ceil(last / size) }, (_, i) => ({ after: i * size, last: (i + 1) * size }))
}

/** Ids of the newest rows, and as many random ones. */
function sampleOf(last: number): number[] {
  const newest = Array.from({ length: Math.min(SAMPLE_SIZE, last) }, (_, i) => last - i)
  const anywhere = Array.from({ length: Math.min(SAMPLE_SIZE, last) }, () => 1 + Math.floor(Math.random() * last))
  return [...new Set([0, ...newest, ...anywhere])]
}

function createPause(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < MAX_TURN_MS) return
    await Bun.sleep(0)
    began = performance.now()
  }
}
