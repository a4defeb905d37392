import type { LimitMeasure } from '#contract/limits.ts'
import type { MaybePromise } from '../../platform/async/and-then.ts'
import type { Meter, Reading } from '../../platform/limits/meter.ts'
import { Meters } from '../../platform/limits/meters.ts'
import type { Sharing, UseKey } from '../../platform/limits/permit-source.ts'
import { Slots } from '../../platform/limits/slots.ts'
import type { Store } from '../../platform/store/database.ts'
import type { Admission } from './admission.ts'
import type { AppliedLimits } from './applied-limits.ts'
import type { Calendar } from './calendar.ts'
import { readCountedToday } from './counted-today.ts'

const MINUTE_MS = 60_000
const endOfMinute = (now: number) => now + MINUTE_MS
/** By how much the clocks of nodes may differ. */
const MAX_SKEW_MS = 10_000

const dayEnd = (calendar: Calendar) => (now: number) => calendar.windowAt('day', now).end

/**
 * Ends of days that nodes count together. A node whose clock is behind sees the shared window end before its own
 * midnight: the next one is that of the new day, not a short one that would count nothing of it.
 */
export const sharedDayEnd = (calendar: Calendar) => (now: number) => dayEnd(calendar)(now + MAX_SKEW_MS)

/** The counters of this node: one for each limit in use, made when it is first needed. */
export class Counters {
  readonly #meters: Meters
  readonly #slots = new Map<string, Slots>()
  /** Meters of days that read what was counted before this node started. */
  readonly #reading = new Map<string, Promise<void>>()

  constructor(
    private readonly store: Store,
    private readonly sharing: Sharing,
    private readonly calendar: Calendar,
  ) {
    this.#meters = new Meters(sharing)
  }

  /** Counts `amount`, and adds what was taken to the admission. */
  take(
    applied: AppliedLimits,
    measure: LimitMeasure,
    limit: number,
    amount: number,
    admission: Admission,
  ): MaybePromise<boolean> {
    if (measure === 'concurrency') return this.#takeSlot(applied, limit, admission)
    const key = counterKey(applied, measure)
    const meter = this.#meters.find(key) ?? this.#openMeter(key, applied, measure)
    const reading = this.#reading.get(key)
    if (reading) return reading.then(() => this.take(applied, measure, limit, amount, admission))
    const kind = measure === 'rpm' || measure === 'rpd' ? 'call' : 'tokens'
    const add = (isTaken: boolean) => {
      if (isTaken && amount > 0) admission.add({ kind, meter, window: meter.window, limit })
      return isTaken
    }
    const taken = meter.take(amount, limit, Date.now())
    return taken instanceof Promise ? taken.then(add) : add(taken)
  }

  #takeSlot(applied: AppliedLimits, limit: number, admission: Admission): MaybePromise<boolean> {
    const key = counterKey(applied, 'concurrency')
    const slots = this.#slots.get(key) ?? new Slots(key, this.sharing)
    this.#slots.set(key, slots)
    const add = (isTaken: boolean) => {
      if (isTaken) admission.add({ kind: 'slot', slots, limit })
      return isTaken
    }
    const taken = slots.take(limit)
    return taken instanceof Promise ? taken.then(add) : add(taken)
  }

  #openMeter(key: string, applied: AppliedLimits, measure: LimitMeasure): Meter {
    const isDaily = measure === 'rpd' || measure === 'tpd'
    const isOneClock = !this.sharing.source || this.sharing.source.forgets
    const endOfDay = isOneClock ? dayEnd(this.calendar) : sharedDayEnd(this.calendar)
    const meter = this.#meters.open(key, isDaily ? endOfDay : endOfMinute)
    // Those of Redis outlive this process.
    if (!isDaily || (this.sharing.source && !this.sharing.source.forgets)) return meter
    const { start } = this.calendar.windowAt('day', Date.now())
    const reading = readCountedToday(this.store, applied, start)
      .then((counted) => meter.add(measure === 'rpd' ? counted.calls : counted.tokens, Date.now()))
      .catch(() => {})
      .finally(() => this.#reading.delete(key))
    this.#reading.set(key, reading)
    return meter
  }

  /** Resolves when the use of a subject's days is known, also from before this node started. */
  async ready(applied: AppliedLimits): Promise<void> {
    for (const measure of ['rpd', 'tpd'] as const) {
      if (applied.limits[measure] === undefined) continue
      const key = counterKey(applied, measure)
      if (!this.#meters.find(key)) this.#openMeter(key, applied, measure)
      await this.#reading.get(key)
    }
  }

  /** The use that this node knows of. */
  read(applied: AppliedLimits, measure: LimitMeasure, now: number): Reading {
    const key = counterKey(applied, measure)
    const known = measure === 'concurrency' ? this.#slots.get(key)?.read() : this.#meters.find(key)?.read(now)
    return known ?? { used: 0, spare: 0, endsAt: 0 }
  }

  /** The counters in memory. */
  get size(): number {
    return this.#meters.size + this.#slots.size
  }

  /** Forgets counters whose windows are over, and returns places that no call uses. */
  sweep(now: number): void {
    this.#meters.sweep(now)
    for (const [key, slots] of this.#slots) {
      slots.returnUnused()
      if (slots.isIdle()) this.#slots.delete(key)
    }
  }
}

/** The name of a limit's counter, on all nodes. */
export const counterKey = ({ scope, subject }: Pick<AppliedLimits, 'scope' | 'subject'>, measure: LimitMeasure) =>
  `${scope}:${subject}:${measure}`

/** The same for the source of permits. */
export const useKey = (applied: AppliedLimits, measure: LimitMeasure): UseKey => ({
  key: counterKey(applied, measure),
  kind: measure === 'concurrency' ? 'slots' : 'permits',
})
