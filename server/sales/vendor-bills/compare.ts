import type { BillKind, BillReport, BillRow } from '#contract/api/vendor-bills.ts'
import { modelKey } from './model-key.ts'
import type { VendorBill } from './read-bill.ts'

/** A call of the channels, as far as a bill is concerned. */
export interface BoughtCall {
  /** Unix seconds. */
  at: number
  /** The upstream model. */
  model: string
  tokens: number
  /** USD; undefined = unknown. */
  usd: number | undefined
  /** The upstream's id of the request. */
  request: string | undefined
  kinds: readonly Exclude<BillKind, 'unknown'>[]
}

type Compared = Pick<BillReport, 'rows' | 'matched_by' | 'from' | 'to' | 'bill_usd' | 'ours_usd' | 'lines' | 'skipped'>

const MAX_ROWS = 5000
const none = () => ({ calls: 0, usd: 0 })
const exact = (usd: number) => Number(usd.toFixed(9))

/** Compares a bill with calls, which are added one by one, so that they need not be in memory together. */
export class Comparison {
  readonly #rows = new Map<string, BillRow>()
  /** The lines of requests that no call has had yet, by id. */
  readonly #open = new Map<string, { key: string; usd: number }>()
  readonly #byRequest: boolean
  readonly from: string
  readonly to: string

  constructor(private readonly bill: VendorBill) {
    this.#byRequest = bill.lines.some(({ request }) => request !== undefined)
    this.from = bill.lines.reduce((least, { day }) => (day < least ? day : least), bill.lines[0]?.day ?? '')
    this.to = bill.lines.reduce((most, { day }) => (day > most ? day : most), this.from)
    for (const line of bill.lines) {
      const { day, model, usd, calls, tokens, request } = line
      const row = this.#rowOf(day, model)
      if (!row) continue
      row.bill.usd = add(row.bill.usd, usd)
      row.bill.calls = add(row.bill.calls, calls)
      row.bill.tokens = add(row.bill.tokens, tokens)
      if (request === undefined) continue
      const key = `${day} ${modelKey(model)}`
      const known = this.#open.get(request)
      this.#open.set(request, { key, usd: (known?.usd ?? 0) + (usd ?? 0) })
    }
  }

  /** Adds a call of the days of the bill. */
  addCall({ at, model, tokens, usd, request, kinds }: BoughtCall): void {
    const row = this.#rowOf(new Date(at * 1000).toISOString().slice(0, 10), model)
    if (!row) return
    const { ours, unmatched } = row
    ours.calls += 1
    ours.tokens += tokens
    ours.usd += usd ?? 0
    for (const kind of usd === undefined ? [...kinds, 'unknown' as const] : kinds) {
      ours[kind].calls += 1
      ours[kind].usd += usd ?? 0
    }
    if (!unmatched) return
    if (request !== undefined && this.#open.delete(request)) return
    unmatched.ours.calls += 1
    unmatched.ours.usd += usd ?? 0
  }

  /** Adds costs of a day that have no row. */
  addUnlisted(at: number, model: string, usd: number): void {
    const row = this.#rowOf(new Date(at * 1000).toISOString().slice(0, 10), model)
    if (row) row.ours.unlisted += usd
  }

  /** Returns the result, the largest difference first. */
  report(): Compared {
    for (const { key, usd } of this.#open.values()) {
      const bill = this.#rows.get(key)?.unmatched?.bill
      if (!bill) continue
      bill.calls += 1
      bill.usd += usd
    }
    const rows = [...this.#rows.values()].map(rounded)
    const billed = rows.filter(({ bill }) => bill.usd !== null)
    const sum = (numbers: number[]) => exact(numbers.reduce((total, number) => total + number, 0))
    return {
      matched_by: this.#byRequest ? 'request' : 'day',
      ...{ from: this.from, to: this.to },
      lines: this.bill.lines.length,
      skipped: this.bill.skipped,
      bill_usd: billed.length > 0 ? sum(billed.map(({ bill }) => bill.usd ?? 0)) : null,
      ours_usd: sum(rows.map(({ ours }) => ours.usd + ours.unlisted)),
      rows: rows.sort((a, b) => distance(b) - distance(a) || (a.day < b.day ? -1 : 1)),
    }
  }

  /** Finds or creates the row of a day and a model; undefined = there are too many. */
  #rowOf(day: string, model: string): BillRow | undefined {
    const key = `${day} ${modelKey(model)}`
    const known = this.#rows.get(key)
    if (known || this.#rows.size >= MAX_ROWS) return known
    const kinds = { aborted: none(), estimated: none(), waived: none(), tiered: none(), unknown: none() }
    const row: BillRow = {
      ...{ day, model, bill: { usd: null, calls: null, tokens: null } },
      ours: { usd: 0, calls: 0, tokens: 0, unlisted: 0, ...kinds },
      ...(this.#byRequest && { unmatched: { bill: none(), ours: none() } }),
    }
    this.#rows.set(key, row)
    return row
  }
}

const add = (sum: number | null, more: number | undefined) => (more === undefined ? sum : (sum ?? 0) + more)

/** How far both sides are apart: in dollars, or in tokens where the bill has no amounts. */
function distance({ bill, ours }: BillRow): number {
  if (bill.usd !== null) return Math.abs(bill.usd - ours.usd - ours.unlisted)
  return bill.tokens === null ? 0 : Math.abs(bill.tokens - ours.tokens)
}

function rounded(row: BillRow): BillRow {
  const kind = ({ calls, usd }: { calls: number; usd: number }) => ({ calls, usd: exact(usd) })
  const { aborted, estimated, waived, tiered, unknown, ...ours } = row.ours
  return {
    ...row,
    bill: { ...row.bill, usd: row.bill.usd === null ? null : exact(row.bill.usd) },
    ours: {
      ...ours,
      usd: exact(ours.usd),
      unlisted: exact(ours.unlisted),
      aborted: kind(aborted),
      estimated: kind(estimated),
      waived: kind(waived),
      tiered: kind(tiered),
      unknown: kind(unknown),
    },
    ...(row.unmatched && { unmatched: { bill: kind(row.unmatched.bill), ours: kind(row.unmatched.ours) } }),
  }
}
