import type { ListComponent } from './synced-prices.ts'

/** What a price sync would change. Plain data, for the server and the console. */

/** What a sync does with a model whose price differs from the list's. */
export const SYNC_VERDICTS = [
  /** It may be applied, by hand or by the schedule. */
  'ready',
  /** It waits for a confirmation: the schedule never applies it. */
  'held',
  /** The operator has locked the model. */
  'locked',
  /** The operator has set a price of the model. */
  'own',
] as const
export type SyncVerdict = (typeof SYNC_VERDICTS)[number]

/** Why a change is held: too large, free of charge, another way of billing, or undone before. */
export const HELD_REASONS = ['large', 'free', 'billing', 'undone'] as const
export type HeldReason = (typeof HELD_REASONS)[number]

/** Where the price that applies now comes from. */
export const PRICE_ORIGINS = ['none', 'builtin', 'synced', 'own'] as const
export type PriceOrigin = (typeof PRICE_ORIGINS)[number]

/** A price that changes, in USD as a plain decimal; `null` = there is none. */
export interface PriceStep {
  /** What the price is for: a component per million tokens, a call, or a service tier as a factor (`tier:priority`). */
  of: ListComponent | 'per_call' | `tier:${string}`
  /** For prompts of more tokens than this; 0 = for all others. */
  above: number
  /** For answers with reasoning only. */
  with_reasoning: boolean
  before: string | null
  after: string | null
}

/** What a stored step of a sync is: lists were read, or prices changed. */
export const SYNC_KINDS = ['check', 'apply'] as const
export type SyncKind = (typeof SYNC_KINDS)[number]

/** How a step ended: the lists say something else than the prices, nothing else, or cannot be used; prices changed. */
export const SYNC_OUTCOMES = ['changes', 'same', 'failed', 'applied'] as const
export type SyncOutcome = (typeof SYNC_OUTCOMES)[number]

/** Why a list cannot be used. Nothing is changed then, by none of the lists. */
export const LIST_PROBLEMS = ['unreachable', 'status', 'not_json', 'unknown_shape', 'empty', 'shrunken'] as const
export type ListProblem = (typeof LIST_PROBLEMS)[number]

export const LIST_SHAPES = ['litellm', 'models.dev', 'openrouter'] as const

export const SYNC_SCHEDULES = ['off', 'hourly', 'daily', 'weekly'] as const
