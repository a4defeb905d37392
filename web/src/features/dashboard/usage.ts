import type { UsageRow } from '#contract/api/statistics.ts'
import type { Metric, Step } from './dashboard-search.ts'
import { nextStart, type Span, startOf } from './period.ts'

/** What adds up: quota units, calls that were served and that were not, tokens. */
export interface Sums {
  quota: number
  count: number
  tokens: number
  /** The parts of `tokens` that are known; those of former versions are not. */
  input: number
  output: number
  errors: number
}

/** One bar: what was used from `start` until before `end` (Unix seconds), by part (see `keyOf`) and in all. */
export interface Bucket {
  start: number
  end: number
  byPart: Map<string, Sums>
  total: Sums
}

/** What a model, token, channel or user has used, and a row that names it. */
export interface PartUsage extends Sums {
  key: string
  row: UsageRow
}

/** What a row is about: its model, or the id of its token, channel or user; "" for all others together. */
export const keyOf = ({ by_id, model_name }: UsageRow) => (by_id === undefined ? model_name : String(by_id ?? ''))

/** All steps of a span, also those in which nothing happened, with what hourly rows say of them. */
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

/** What all rows add up to. */
export function totalOf(rows: readonly UsageRow[]): Sums {
  const total = nothing()
  for (const row of rows) add(total, row)
  return total
}

/** What each part used, those that used most first; equals by key. All others together are the last. */
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

/** How much more than before, as a share: 0.25 = a quarter more. Undefined where there was nothing to compare with. */
export function growth(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / before
}

/** Errors as a share of all calls; 0 where there were none. */
export function errorRate({ count, errors }: Sums): number {
  return errors === 0 ? 0 : errors / (count + errors)
}

/** Tokens of which nobody knows whether they went in or out. */
export const unsplit = ({ tokens, input, output }: Sums): number => Math.max(0, tokens - input - output)

/** Whether a chart of something is also about a part: one that has nothing but errors belongs to the chart of errors. */
export const belongsTo = (metric: Metric, { quota, count, tokens, errors }: Sums): boolean =>
  metric === 'errors' ? errors > 0 : count > 0 || tokens > 0 || quota !== 0

const nothing = (): Sums => ({ quota: 0, count: 0, tokens: 0, input: 0, output: 0, errors: 0 })

function add(sums: Sums, row: UsageRow) {
  sums.quota += row.quota
  sums.count += row.count
  sums.tokens += row.token_used
  sums.input += row.prompt_tokens
  sums.output += row.completion_tokens
  sums.errors += row.failed_count
}
