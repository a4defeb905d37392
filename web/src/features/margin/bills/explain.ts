import type { BillKind, BillRow } from '#contract/api/vendor-bills.ts'

/** Why a line of a bill differs from our reckoning. */
export type Reason =
  /** Both sides agree. */
  | { why: 'agrees' }
  /** The vendor has calls of which nothing is known here; `calls` and `usd` as far as the bill tells. */
  | { why: 'elsewhere'; calls: number | null; usd: number | null }
  /** Calls here that the bill does not have. */
  | { why: 'notBilled'; calls: number; usd: number }
  /** The bill counts more, or fewer, calls. */
  | { why: 'moreCalls' | 'fewerCalls'; calls: number }
  /** Calls that may explain the rest. */
  | { why: BillKind; calls: number; usd: number }
  /** Costs without a log row. */
  | { why: 'unlisted'; usd: number }
  /** Nothing here explains the difference. */
  | { why: 'price' }

/** Differences below a percent, or below a tenth of a cent, are of rounding. */
const SMALL_SHARE = 0.01
const SMALL_USD = 0.001

const KINDS: readonly BillKind[] = ['unknown', 'estimated', 'aborted', 'waived', 'tiered']

/** Bill minus cost in USD; null = the bill has no amounts. */
export const differenceOf = ({ bill, ours }: BillRow): number | null =>
  bill.usd === null ? null : bill.usd - ours.usd - ours.unlisted

export function explain(row: BillRow): Reason[] {
  const { bill, ours, unmatched } = row
  if (ours.calls === 0 && ours.unlisted === 0) return [{ why: 'elsewhere', calls: bill.calls, usd: bill.usd }]
  if (bill.usd === null && bill.calls === null && bill.tokens === null)
    return [{ why: 'notBilled', calls: ours.calls, usd: ours.usd }]
  const found: Reason[] = []
  if (unmatched && unmatched.bill.calls > 0) found.push({ why: 'elsewhere', ...unmatched.bill })
  if (unmatched && unmatched.ours.calls > 0) found.push({ why: 'notBilled', ...unmatched.ours })
  if (!unmatched && bill.calls !== null && bill.calls !== ours.calls)
    found.push({
      why: bill.calls > ours.calls ? 'moreCalls' : 'fewerCalls',
      calls: Math.abs(bill.calls - ours.calls),
    })
  if (found.length === 0 && isClose(row)) return [{ why: 'agrees' }]
  for (const why of KINDS) if (ours[why].calls > 0) found.push({ why, ...ours[why] })
  if (ours.unlisted > 0) found.push({ why: 'unlisted', usd: ours.unlisted })
  return isExplained(row, found) ? found : [...found, { why: 'price' }]
}

/** Whether calls of unknown number or cost, or kinds of calls that cost as much as the difference, may explain it. */
function isExplained(row: BillRow, found: readonly Reason[]): boolean {
  const difference = differenceOf(row)
  if (difference === null) return found.length > 0
  const sum = found.reduce((total, reason) => total + ('usd' in reason ? (reason.usd ?? 0) : 0), 0)
  const isOpen = found.some(({ why }) => why === 'unknown' || why === 'moreCalls' || why === 'fewerCalls')
  return isOpen || sum + SMALL_USD >= Math.abs(difference)
}

/** Whether both sides agree but for rounding: in dollars, or in tokens where the bill has no amounts. */
function isClose(row: BillRow): boolean {
  const { bill, ours } = row
  const difference = differenceOf(row)
  if (difference !== null && bill.usd !== null)
    return Math.abs(difference) <= Math.max(SMALL_USD, Math.abs(bill.usd) * SMALL_SHARE)
  return bill.tokens === null || Math.abs(bill.tokens - ours.tokens) <= bill.tokens * SMALL_SHARE
}
