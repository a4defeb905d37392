import type { UsageRow } from '#contract/api/statistics.ts'
import type { Metric, Step } from './dashboard-search.ts'
import { nextStart, type Span, startOf } from './period.ts'

/** Summable values: quota units, served calls, failed calls, tokens. */
export interface Sums {
  quota: number
  count: number
  tokens: number
  /** The known parts of `tokens`; earlier versions did not record them. */
  input: number
  output: number
  /** The share of `input` that was read from a vendor's cache. */
  cached: number
  errors: number
}

/** One bar: usage from `start` until before `end` (Unix seconds), by part (see `keyOf`) and in total. */
export interface Bucket {
  start: number
  end: number
  byPart: Map<string, Sums>
  total: Sums
}

/** The usage of a model, token, channel or user, and a row with its name. */
export interface PartUsage extends Sums {
  key: string
  row: UsageRow
}

/**
 * Returns the key of a row's part: the model, or the id of token, channel or user; "" = all others together.
 */
export const keyOf = ({ by_id, model_name }: UsageRow) => (by_id === undefined ? model_name : String(by_id ?? ''))

/** Returns all steps of a span, empty ones included, filled from hourly rows. */
export function bucketsOf(rows: readonly UsageRow[], { start, end }: Span, step: Step): Bucket[] {
  const buckets: Bucket[] = []
  for (let at = startOf(start, step); at <= end; at = nextStart(at, step)) {
    buckets.push({ start: at, end: nextStart(at, step), byPart: new Map(), total: nothing() })
  }
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]))
  for (const row of rows) {
    const bucket = byStart.get(startOf(row.created_at, step))
    if (!bucket) continue
    add(bucket.total, row)
    const key = keyOf(row)
    const sums = bucket.byPart.get(key) ?? nothing()
    bucket.byPart.set(key, sums)
    add(sums, row)
  }
  return buckets
}

/** Returns the sum of all rows. */
export function totalOf(rows: readonly UsageRow[]): Sums {
  const total = nothing()
  for (const row of rows) add(total, row)
  return total
}

/** Returns the parts in descending order, ties by key. All others together come last. */
export function rankParts(rows: readonly UsageRow[], by: keyof Sums): PartUsage[] {
  const parts = new Map<string, PartUsage>()
  for (const row of rows) {
    const key = keyOf(row)
    const usage = parts.get(key) ?? { key, row, ...nothing() }
    parts.set(key, usage)
    add(usage, row)
  }
  const isRest = ({ row }: PartUsage) => Number(row.by_id === null)
  return [...parts.values()].toSorted((a, b) => isRest(a) - isRest(b) || b[by] - a[by] || (a.key < b.key ? -1 : 1))
}

/** The largest growth that says something: on next to nothing before, a percentage is of no use. */
const MAX_GROWTH = 9

/** Returns the relative growth: 0.25 = a quarter more. Undefined without a value that it can be compared with. */
export function growth(now: number, before: number): number | undefined {
  const share = (now - before) / before
  return before === 0 || share > MAX_GROWTH ? undefined : share
}

/** Returns errors as a share of all calls; 0 without calls. */
export function errorRate({ count, errors }: Sums): number {
  return errors === 0 ? 0 : errors / (count + errors)
}

/** Returns cached tokens as a share of the input; 0 without input. */
export const cachedShare = ({ input, cached }: Sums): number => (input === 0 ? 0 : cached / input)

/** Returns the tokens not known to be input or output. */
export const unsplit = ({ tokens, input, output }: Sums): number => Math.max(0, tokens - input - output)

/**
 * Returns whether a part belongs in a chart of the metric. A part with only errors belongs only in the error
 * chart.
 */
export const belongsTo = (metric: Metric, { quota, count, tokens, errors }: Sums): boolean =>
  metric === 'errors' ? errors > 0 : count > 0 || tokens > 0 || quota !== 0

const nothing = (): Sums => ({ quota: 0, count: 0, tokens: 0, input: 0, output: 0, cached: 0, errors: 0 })

function add(sums: Sums, row: UsageRow) {
  sums.quota += row.quota
  sums.count += row.count
  sums.tokens += row.token_used
  sums.input += row.prompt_tokens
  sums.output += row.completion_tokens
  sums.cached += row.cached_tokens
  sums.errors += row.failed_count
}
