import * as z from 'zod/mini'
import {
  HELD_REASONS,
  LIST_PROBLEMS,
  LIST_SHAPES,
  PRICE_ORIGINS,
  SYNC_KINDS,
  SYNC_OUTCOMES,
  SYNC_SCHEDULES,
  SYNC_VERDICTS,
} from '../prices/sync/price-changes.ts'
import { endpoint } from './endpoint.ts'

/** How one list was read. */
const syncSource = z.object({
  address: z.string(),
  /** `null` = it cannot be used. */
  shape: z.nullable(z.enum(LIST_SHAPES)),
  /** Models with a price. */
  models: z.number(),
  /** Models that are priced in a way that no price here can express. */
  skipped: z.number(),
  problem: z.nullable(z.enum(LIST_PROBLEMS)),
  detail: z.string(),
})
export type SyncSourceReport = z.infer<typeof syncSource>

/** Numbers of models on offer. */
const syncCounts = z.object({
  ready: z.number(),
  held: z.number(),
  locked: z.number(),
  own: z.number(),
  same: z.number(),
  missing: z.number(),
  applied: z.number(),
})
export type SyncCounts = z.infer<typeof syncCounts>

const syncRun = z.object({
  id: z.number(),
  kind: z.enum(SYNC_KINDS),
  created_at: z.number(),
  /** 0 = the schedule. */
  actor_id: z.number(),
  actor_name: z.string(),
  outcome: z.enum(SYNC_OUTCOMES),
  sources: z.array(syncSource),
  counts: syncCounts,
  /** 0 = not undone. */
  undone_at: z.number(),
})
export type SyncRun = z.infer<typeof syncRun>

const priceStep = z.object({
  of: z.string(),
  above: z.number(),
  with_reasoning: z.boolean(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})

const syncChange = z.object({
  model: z.string(),
  listed_as: z.string(),
  source: z.string(),
  verdict: z.enum(SYNC_VERDICTS),
  reason: z.nullable(z.enum(HELD_REASONS)),
  origin: z.enum(PRICE_ORIGINS),
  percent: z.nullable(z.number()),
  steps: z.array(priceStep),
})
export type SyncChange = z.infer<typeof syncChange>

const syncSettings = z.object({
  sources: z.array(z.string()),
  schedule: z.enum(SYNC_SCHEDULES),
  /** Percent. */
  max_change: z.number(),
  max_loss: z.number(),
})
export type SyncSettings = z.infer<typeof syncSettings>

const state = z.object({
  settings: syncSettings,
  locks: z.array(z.string()),
  /** Models whose price comes from a sync. */
  synced: z.number(),
  /** Unix seconds of the next reading by the schedule; `null` = it is off. */
  next_at: z.nullable(z.number()),
  /** The last reading of the lists. */
  last: z.nullable(syncRun),
  /** The last reading that could be used: what it found waits here until it is applied or the lists are read again. */
  check: z.nullable(z.object({ id: z.number(), created_at: z.number() })),
  changes: z.array(syncChange),
  /** Models on offer that no list has. */
  missing: z.array(z.string()),
  /** The newest steps. */
  history: z.array(syncRun),
  /** The step that an undo takes back. */
  undoable: z.nullable(z.object({ id: z.number(), models: z.number() })),
})
export type PriceSync = z.infer<typeof state>

const path = '/api/option/prices/sync'

export const getPriceSync = endpoint(`GET ${path}`, 'root', {
  summary: 'The price sync: its settings, the last reading of the lists, and the changes that wait',
  reply: state,
})

export const savePriceSync = endpoint(`PUT ${path}`, 'root', {
  proof: true,
  summary: 'Set the lists, the schedule and the limits of the price sync',
  body: z.object({
    sources: z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(20)),
    schedule: z.enum(SYNC_SCHEDULES),
    max_change: z.number(),
    max_loss: z.number(),
  }),
  reply: state,
})

export const checkPriceLists = endpoint(`POST ${path}/check`, 'root', {
  summary: 'Read the lists and compare them with the prices that apply; nothing is changed',
  reply: state,
})

export const applyPriceSync = endpoint(`POST ${path}/apply`, 'root', {
  summary: 'Apply changes that a reading of the lists found: all of them, or none',
  body: z.object({
    check: z.int().check(z.positive()),
    models: z.array(z.string()).check(z.minLength(1), z.maxLength(10_000)),
  }),
  reply: state,
})

export const undoPriceSync = endpoint(`POST ${path}/undo`, 'root', {
  summary: 'Take back the last step of the price sync: its models have the prices from before it',
  body: z.object({ id: z.int().check(z.positive()) }),
  reply: state,
})

export const lockPrice = endpoint(`POST ${path}/lock`, 'root', {
  summary: 'Lock the price of a model, so that no sync changes it, or unlock it',
  body: z.object({ model: z.string().check(z.minLength(1), z.maxLength(300)), locked: z.boolean() }),
  reply: state,
})
