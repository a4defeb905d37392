import { bucketOf, DURATION_BOUNDS_MS, FAILURE_KINDS, type FailureKind, SPEED_BOUNDS } from '#contract/traffic.ts'
import { HOUR } from '../../money/rollups/hours.ts'
import type { Values } from '../../platform/store/statement.ts'
import { FAILURE_COLUMNS, FIRST_BYTE_COLUMNS, SPEED_COLUMNS, SUM_COLUMNS, TOTAL_COLUMNS } from './columns.ts'

/** A call that a channel served. */
export interface ServedCall {
  channel: number
  model: string
  /** Milliseconds since the epoch at its end. */
  endedAt: number
  /** Milliseconds until the first byte and until the last one. */
  firstByteMs: number
  totalMs: number
  /** Output tokens of a stream, whose speed is counted; 0 for other answers. */
  streamedTokens: number
}

/** A failed attempt at a channel, or with channel 0 a call that no channel served. */
export interface FailedAttempt {
  channel: number
  model: string
  /** Milliseconds since the epoch. */
  at: number
  kind: FailureKind
  /** The HTTP status of the vendor; 0 = none. */
  status: number
  /** The error without secrets. */
  message: string
  requestId: string
}

/** Too few tokens say nothing about a model's speed. */
const MIN_TIMED_TOKENS = 20
const INDEX = new Map(SUM_COLUMNS.map((name, index) => [name, index]))
const first = (columns: readonly string[]) => INDEX.get(columns[0] ?? '') ?? 0
const [FAILURES, FIRST_BYTES, TOTALS, SPEEDS] = [FAILURE_COLUMNS, FIRST_BYTE_COLUMNS, TOTAL_COLUMNS, SPEED_COLUMNS].map(
  first,
) as [number, number, number, number]

interface SumsOfKey {
  key: readonly [hour: number, channel: number, model: string]
  sums: number[]
}

/** Sums between two writes, by the hour, channel and model. */
export interface TrafficCounts {
  addServed(call: ServedCall): void
  addFailed(attempt: FailedAttempt): void
  /** Removes and returns everything so far, as rows in the order of KEY_COLUMNS and SUM_COLUMNS, sorted by their key. */
  take(): { rows: Values[]; errors: FailedAttempt[] }
  /** Adds rows back that could not be written. */
  restore(taken: { rows: readonly Values[]; errors: readonly FailedAttempt[] }): void
  size(): number
}

/**
 * Creates empty sums. At most `maxKeys` different keys wait for an unreachable database; calls that would need another
 * one are not counted. Of each channel, model and kind only the last error is kept.
 */
export function createTrafficCounts(maxKeys = 10_000): TrafficCounts {
  let entries = new Map<string, SumsOfKey>()
  let errors = new Map<string, FailedAttempt>()
  /** The entry of the last call; the next call often has the same. */
  let last: SumsOfKey | undefined

  function entryOf(seconds: number, channel: number, model: string): SumsOfKey | undefined {
    const hour = seconds - (seconds % HOUR)
    if (last?.key[0] === hour && last.key[1] === channel && last.key[2] === model) return last
    last = findOrCreate(hour, channel, model)
    return last
  }

  function findOrCreate(hour: number, channel: number, model: string): SumsOfKey | undefined {
    const text = `${hour} ${channel} ${model}`
    const known = entries.get(text)
    if (known || entries.size >= maxKeys) return known
    const entry: SumsOfKey = { key: [hour, channel, model], sums: new Array<number>(SUM_COLUMNS.length).fill(0) }
    entries.set(text, entry)
    return entry
  }

  function keepError(error: FailedAttempt): void {
    const text = `${error.channel} ${error.kind} ${error.model}`
    const known = errors.get(text)
    if (known ? known.at <= error.at : errors.size < maxKeys) errors.set(text, error)
  }

  return {
    addServed({ channel, model, endedAt, firstByteMs, totalMs, streamedTokens }) {
      const sums = entryOf(Math.floor(endedAt / 1000), channel, model)?.sums
      if (!sums) return
      increase(sums, 0)
      increase(sums, FIRST_BYTES + bucketOf(DURATION_BOUNDS_MS, firstByteMs))
      increase(sums, TOTALS + bucketOf(DURATION_BOUNDS_MS, totalMs))
      const seconds = (totalMs - firstByteMs) / 1000
      if (streamedTokens < MIN_TIMED_TOKENS || seconds <= 0) return
      increase(sums, SPEEDS + bucketOf(SPEED_BOUNDS, streamedTokens / seconds))
    },
    addFailed(attempt) {
      const sums = entryOf(Math.floor(attempt.at / 1000), attempt.channel, attempt.model)?.sums
      if (!sums) return
      increase(sums, FAILURES + FAILURE_KINDS.indexOf(attempt.kind))
      keepError(attempt)
    },
    take() {
      const rows = [...entries.values()].sort(byKey).map(({ key, sums }): Values => [...key, ...sums])
      const taken = { rows, errors: [...errors.values()].sort(byChannel) }
      entries = new Map()
      errors = new Map()
      last = undefined
      return taken
    },
    restore(taken) {
      for (const row of taken.rows) {
        const [hour, channel, model, ...sums] = row as [number, number, string, ...number[]]
        const entry = entryOf(hour, channel, model)
        for (const [index, sum] of sums.entries()) if (entry) entry.sums[index] = (entry.sums[index] ?? 0) + sum
      }
      taken.errors.forEach(keepError)
    },
    size: () => entries.size,
  }
}

function increase(sums: number[], index: number): void {
  sums[index] = (sums[index] ?? 0) + 1
}

/** One order for all nodes, so that their transactions cannot deadlock. */
function byKey(a: SumsOfKey, b: SumsOfKey): number {
  return a.key[0] - b.key[0] || a.key[1] - b.key[1] || compare(a.key[2], b.key[2])
}

const byChannel = (a: FailedAttempt, b: FailedAttempt) =>
  a.channel - b.channel || compare(a.model, b.model) || compare(a.kind, b.kind)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
