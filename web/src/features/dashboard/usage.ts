import type { UsageRow } from '#contract/api/statistics.ts'
import type { Step } from './dashboard-search.ts'
import { nextStart, type Span, startOf } from './period.ts'

/** What adds up: quota units, calls, tokens. */
export interface Sums {
  quota: number
  count: number
  tokens: number
}

/** One bar: what was used from `start` until before `end` (Unix seconds), by model and in all. */
export interface Bucket {
  start: number
  end: number
  byModel: Map<string, Sums>
  total: Sums
}

export interface ModelUsage extends Sums {
  model: string
}

/** All steps of a span, also those in which nothing happened, with what hourly rows say of them. */
export function bucketsOf(rows: readonly UsageRow[], { start, end }: Span, step: Step): Bucket[] {
  const buckets: Bucket[] = []
  for (let at = startOf(start, step); at <= end; at = nextStart(at, step)) {
    buckets.push({ start: at, end: nextStart(at, step), byModel: new Map(), total: nothing() })
  }
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]))
  for (const row of rows) {
    const bucket = byStart.get(startOf(row.created_at, step))
    if (!bucket) continue
    add(bucket.total, row)
    const sums = bucket.byModel.get(row.model_name) ?? nothing()
    bucket.byModel.set(row.model_name, sums)
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

/** What each model used, those that used most first; equals by name. */
export function rankModels(rows: readonly UsageRow[], by: keyof Sums): ModelUsage[] {
  const models = new Map<string, ModelUsage>()
  for (const row of rows) {
    const usage = models.get(row.model_name) ?? { model: row.model_name, ...nothing() }
    models.set(row.model_name, usage)
    add(usage, row)
  }
  return [...models.values()].toSorted((a, b) => b[by] - a[by] || (a.model < b.model ? -1 : 1))
}

/** How much more than before, as a share: 0.25 = a quarter more. Undefined where there was nothing to compare with. */
export function growth(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / before
}

const nothing = (): Sums => ({ quota: 0, count: 0, tokens: 0 })

function add(sums: Sums, { quota, count, token_used }: UsageRow) {
  sums.quota += quota
  sums.count += count
  sums.tokens += token_used
}
