import { createBulkInserter } from '../../platform/store/bulk.ts'
import type { Values } from '../../platform/store/statement.ts'
import { hourOf } from './hours.ts'

/** A call's entry in the roll-ups. */
export interface CountedCall {
  /** Unix seconds. */
  created_at: number
  user_id: number
  username: string
  model_name: string
  token_id: number
  channel_id: number
  prompt_tokens: number
  completion_tokens: number
  /** The share of the prompt that was read from a vendor's cache; absent where it is not known. */
  cached_tokens?: number
  /** Quota units. */
  quota: number
  /** Thousandths of a unit that the vendor charges; absent or null = unknown. */
  cost?: number | null
  /** The call has no log row. */
  unlisted: boolean
}

const KEY = ['created_at', 'user_id', 'model_name', 'token_id', 'channel_id'] as const
const ALL_SUMS = [
  'token_used',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'count',
  'quota',
  'cost',
  'costed_quota',
] as const
const UNLISTED_SUMS = [
  'unlisted_tokens',
  'unlisted_count',
  'unlisted_quota',
  'unlisted_cost',
  'unlisted_costed_quota',
] as const
const COLUMNS = [...KEY, 'username', ...ALL_SUMS, ...UNLISTED_SUMS] as const
const FAILED_COLUMNS = [...KEY, 'username', 'failed_count'] as const

type Sums = Record<(typeof ALL_SUMS)[number] | (typeof UNLISTED_SUMS)[number], number>
type CallKey = Pick<CountedCall, (typeof KEY)[number] | 'username'>
type Rollup = Sums & CallKey

/** An answer without a charge that its vendor charges for, in thousandths of a unit. */
export interface CostOnly extends CallKey {
  cost: number
}

/** The number of failed calls with the same key. */
export interface FailedCount extends CallKey {
  failed_count: number
}

/** Adds calls that were not counted before. */
export const addCalls = createAddingUpsert(COLUMNS, [...ALL_SUMS, ...UNLISTED_SUMS])

/**
 * Marks counted calls as unlisted when their log rows are deleted. If an import left no roll-up, one is created.
 */
export const addUnlisted = createAddingUpsert(COLUMNS, UNLISTED_SUMS)

/** Adds failed calls, which have no usage. */
export const addFailed = createAddingUpsert(FAILED_COLUMNS, ['failed_count'])

function createAddingUpsert(columns: readonly string[], sums: readonly string[]) {
  const additions = sums.map((name) => `${name} = quota_data.${name} + excluded.${name}`)
  return createBulkInserter(
    'quota_data',
    columns,
    `on conflict (${KEY.join(', ')}) do update set ${additions.join(', ')}`,
  )
}

/**
 * Sums calls by the hour, user, model, token and channel, as rows for `addCalls` or `addUnlisted`. They are in a
 * fixed order, so that two transactions cannot deadlock on each other's rows. `withheld`: answers that only cost.
 */
export function rollupRows(calls: readonly CountedCall[], withheld: readonly CostOnly[] = []): Values[] {
  const byUser = new Map<number, Rollup[]>()
  for (const call of calls) {
    const rollup = rollupOf(byUser, call)
    const tokens = call.prompt_tokens + call.completion_tokens
    rollup.token_used += tokens
    rollup.prompt_tokens += call.prompt_tokens
    rollup.completion_tokens += call.completion_tokens
    rollup.cached_tokens += call.cached_tokens ?? 0
    rollup.count += 1
    rollup.quota += call.quota
    const { cost = null } = call
    if (cost !== null) {
      rollup.cost += cost
      rollup.costed_quota += call.quota
    }
    if (!call.unlisted) continue
    rollup.unlisted_tokens += tokens
    rollup.unlisted_count += 1
    rollup.unlisted_quota += call.quota
    if (cost === null) continue
    rollup.unlisted_cost += cost
    rollup.unlisted_costed_quota += call.quota
  }
  for (const answer of withheld) {
    const rollup = rollupOf(byUser, answer)
    rollup.cost += answer.cost
    rollup.unlisted_cost += answer.cost
  }
  const rows = [...byUser.values()].flat().map((rollup) => COLUMNS.map((name) => rollup[name]))
  return rows.sort(byKey)
}

/** The key of a call's roll-up, as text. `created_at` must be its hour. */
export const rollupKey = (of: Pick<CountedCall, (typeof KEY)[number]>): string => KEY.map((name) => of[name]).join(' ')

/** Sums counts, as rows for `addFailed`, in the same order. `created_at` may be any second of its hour. */
export function failedRows(counts: readonly FailedCount[]): Values[] {
  const byRollup = new Map<string, FailedCount>()
  for (const count of counts) {
    const whole = { ...count, created_at: hourOf(count.created_at) }
    const key = rollupKey(whole)
    const failed_count = (byRollup.get(key)?.failed_count ?? 0) + count.failed_count
    byRollup.set(key, { ...whole, failed_count })
  }
  return [...byRollup.values()].map((count) => FAILED_COLUMNS.map((name) => count[name])).sort(byKey)
}

/**
 * Finds or creates the roll-up of a call. A user has few kinds of calls: a linear search is cheaper than building a
 * key for every call.
 */
function rollupOf(byUser: Map<number, Rollup[]>, call: CallKey): Rollup {
  const hour = hourOf(call.created_at)
  const known = byUser.get(call.user_id)
  for (const rollup of known ?? []) {
    const { created_at, model_name, token_id, channel_id } = rollup
    const same = token_id === call.token_id && channel_id === call.channel_id && created_at === hour
    if (same && model_name === call.model_name) return rollup
  }
  const rollup = beginRollup(call, hour)
  if (known) known.push(rollup)
  else byUser.set(call.user_id, [rollup])
  return rollup
}

/** The key's columns come first. */
function byKey(a: Values, b: Values): number {
  const column = KEY.findIndex((_, index) => a[index] !== b[index])
  return (a[column] ?? 0) < (b[column] ?? 0) ? -1 : 1
}

function beginRollup(call: CallKey, hour: number): Rollup {
  return {
    created_at: hour,
    user_id: call.user_id,
    username: call.username,
    model_name: call.model_name,
    token_id: call.token_id,
    channel_id: call.channel_id,
    token_used: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    cached_tokens: 0,
    count: 0,
    quota: 0,
    unlisted_tokens: 0,
    unlisted_count: 0,
    cost: 0,
    costed_quota: 0,
    unlisted_quota: 0,
    unlisted_cost: 0,
    unlisted_costed_quota: 0,
  }
}
