import type { TokenKind, Usage } from '#contract/prices/price.ts'
import type { EndReason } from '#contract/receipt.ts'
import { bucketOf, DURATION_BOUNDS_MS, type FailureKind } from '#contract/traffic.ts'

/** A model at a channel, as totals are kept of it. */
export interface ModelTotals {
  channel: number
  /** `other`: the name is a caller's text, or there are too many. */
  model: string
  /** Attempts by what became of them. */
  attempts: Map<FailureKind | 'served' | 'refused', number>
  /** Charged answers by how they ended. */
  charged: Map<EndReason, number>
  tokens: Map<TokenGroup, number>
  /** Quota units. */
  quota: number
}

/** Durations of the served calls of a channel: how many fell into each of DURATION_BOUNDS_MS, and their sum. */
export interface Durations {
  buckets: number[]
  milliseconds: number
}

export interface ChannelTotals {
  firstByte: Durations
  total: Durations
}

/** Kinds of tokens that add up: none is part of another. */
export type TokenGroup =
  | 'input'
  | 'cache_read'
  | 'cache_write'
  | 'output'
  | 'audio_input'
  | 'audio_output'
  | 'image_input'
  | 'image_output'

const GROUPS: readonly [TokenKind, TokenGroup][] = [
  ['input', 'input'],
  ['cacheRead', 'cache_read'],
  ['cacheWrite5m', 'cache_write'],
  ['cacheWrite1h', 'cache_write'],
  ['output', 'output'],
  ['audioInput', 'audio_input'],
  ['audioOutput', 'audio_output'],
  ['imageInput', 'image_input'],
  ['imageOutput', 'image_output'],
]

/** What this node has served, charged and failed since its start, for a monitoring system. */
export interface CallTotals {
  served(call: { channel: number; model: string; firstByteMs: number; totalMs: number }): void
  /** An attempt has failed; with channel 0, a call that no channel served. `refused`: by this server itself. */
  failed(attempt: { channel: number; model: string; kind: FailureKind | 'refused' }): void
  charged(answer: { channel: number; model: string; end: EndReason; usage: Usage; quota: number }): void
  models(): Iterable<ModelTotals>
  channels(): Iterable<readonly [id: number, totals: ChannelTotals]>
}

/** Pairs of a channel and a model that are counted apart; further models count as `other`. */
const MAX_PAIRS = 1000
export const OTHER_MODEL = 'other'

/** Creates totals of 0. A model that no channel has (`hasModel`) counts as `other`: its name is a caller's text. */
export function createCallTotals(hasModel: (model: string) => boolean, maxPairs = MAX_PAIRS): CallTotals {
  const byChannel = new Map<number, Map<string, ModelTotals>>()
  const durations = new Map<number, ChannelTotals>()
  let pairs = 0

  function of(channel: number, model: string): ModelTotals {
    const models = byChannel.get(channel) ?? new Map<string, ModelTotals>()
    byChannel.set(channel, models)
    const known = models.get(model)
    if (known) return known
    const name = hasModel(model) && pairs < maxPairs ? model : OTHER_MODEL
    const totals = models.get(name) ?? {
      ...{ channel, model: name, attempts: new Map(), charged: new Map(), tokens: new Map(), quota: 0 },
    }
    if (!models.has(name)) pairs += 1
    models.set(name, totals)
    return totals
  }

  return {
    served({ channel, model, firstByteMs, totalMs }) {
      add(of(channel, model).attempts, 'served', 1)
      const times = durations.get(channel) ?? { firstByte: noDurations(), total: noDurations() }
      durations.set(channel, times)
      addDuration(times.firstByte, firstByteMs)
      addDuration(times.total, totalMs)
    },
    failed: ({ channel, model, kind }) => add(of(channel, model).attempts, kind, 1),
    charged({ channel, model, end, usage, quota }) {
      const totals = of(channel, model)
      add(totals.charged, end, 1)
      for (const [kind, group] of GROUPS) if (usage[kind] > 0) add(totals.tokens, group, usage[kind])
      totals.quota += quota
    },
    *models() {
      for (const models of byChannel.values()) yield* models.values()
    },
    channels: () => durations,
  }
}

const noDurations = (): Durations => ({
  buckets: new Array<number>(DURATION_BOUNDS_MS.length + 1).fill(0),
  milliseconds: 0,
})

function addDuration(durations: Durations, ms: number): void {
  if (ms < 0) return
  const index = bucketOf(DURATION_BOUNDS_MS, ms)
  durations.buckets[index] = (durations.buckets[index] ?? 0) + 1
  durations.milliseconds += ms
}

function add<K>(counts: Map<K, number>, key: K, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
