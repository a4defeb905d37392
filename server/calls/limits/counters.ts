import type { LimitMeasure } from '#contract/limits.ts'
import type { MaybePromise } from '../../platform/async/and-then.ts'
import { Meter, type Reading } from '../../platform/meters/meter.ts'
import type { Sharing, UseKey } from '../../platform/meters/permit-source.ts'
import { Slots } from '../../platform/meters/slots.ts'
import type { Store } from '../../platform/store/database.ts'
import type { Admission } from './admission.ts'
import type { AppliedLimits } from './applied-limits.ts'
import type { Calendar } from './calendar.ts'
import { readCountedToday } from './counted-today.ts'
import { SubjectCounters } from './subject-counters.ts'

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

/** The counters of this node: those of each subject, made when they are first needed. */
export class Counters {
  readonly #subjects = new Map<string, SubjectCounters>()

  constructor(
    private readonly store: Store,
    private readonly sharing: Sharing,
    private readonly calendar: Calendar,
  ) {}

  /** Counts `amount`, and adds what was taken to the admission. */
  take(
    applied: AppliedLimits,
    measure: LimitMeasure,
    limit: number,
    amount: number,
    admission: Admission,
  ): MaybePromise<boolean> {
    const counters = this.#of(applied)
    if (measure === 'concurrency') return this.#takeSlot(counters, limit, admission)
    const meter = counters.meters[measure] ?? this.#openMeter(counters, applied, measure)
    if (counters.reading && isDaily(measure))
      return counters.reading.then(() => this.take(applied, measure, limit, amount, admission))
    const kind = measure === 'rpm' || measure === 'rpd' ? 'call' : 'tokens'
    const taken = meter.take(amount, limit, Date.now())
    if (taken instanceof Promise)
      return taken.then((isTaken) => {
        if (isTaken && amount > 0) admission.add({ kind, meter, window: meter.window, limit })
        return isTaken
      })
    if (taken && amount > 0) admission.add({ kind, meter, window: meter.window, limit })
    return taken
  }

  #takeSlot(counters: SubjectCounters, limit: number, admission: Admission): MaybePromise<boolean> {
    counters.slots ??= new Slots(`${counters.name}:concurrency`, this.sharing)
    const { slots } = counters
    const taken = slots.take(limit)
    if (taken instanceof Promise)
      return taken.then((isTaken) => {
        if (isTaken) admission.add({ kind: 'slot', slots, limit })
        return isTaken
      })
    if (taken) admission.add({ kind: 'slot', slots, limit })
    return taken
  }

  /** The counters of a subject. Its limits remember them, so that a call need not look for them. */
  #of(applied: AppliedLimits): SubjectCounters {
    const known = applied.counters
    if (known?.home === this) return known
    const name = `${applied.scope}:${applied.subject}`
    const counters = this.#subjects.get(name) ?? new SubjectCounters(this, name)
    this.#subjects.set(name, counters)
    applied.counters = counters
    return counters
  }

  #openMeter(counters: SubjectCounters, applied: AppliedLimits, measure: MeteredMeasure): Meter {
    const isOneClock = !this.sharing.source || this.sharing.source.forgets
    const endOfDay = isOneClock ? dayEnd(this.calendar) : sharedDayEnd(this.calendar)
    const meter = new Meter(`${counters.name}:${measure}`, isDaily(measure) ? endOfDay : endOfMinute, this.sharing)
    counters.meters[measure] = meter
    // Those of Redis outlive this process.
    if (!isDaily(measure) || (this.sharing.source && !this.sharing.source.forgets)) return meter
    const { start } = this.calendar.windowAt('day', Date.now())
    const before = counters.reading
    const reading = readCountedToday(this.store, applied, start)
      .then((counted) => meter.add(measure === 'rpd' ? counted.calls : counted.tokens, Date.now()))
      .catch(() => {})
      .then(() => before)
      .finally(() => {
        if (counters.reading === reading) counters.reading = undefined
      })
    counters.reading = reading
    return meter
  }

  /** Resolves when the use of a subject's days is known, also from before this node started. */
  async ready(applied: AppliedLimits): Promise<void> {
    const counters = this.#of(applied)
    for (const measure of DAILY) {
      if (applied.limits[measure] !== undefined && !counters.meters[measure])
        this.#openMeter(counters, applied, measure)
    }
    await counters.reading
  }

  /** The use that this node knows of. */
  read(applied: AppliedLimits, measure: LimitMeasure, now: number): Reading {
    const counters = this.#of(applied)
    const known = measure === 'concurrency' ? counters.slots?.read() : counters.meters[measure]?.read(now)
    return known ?? UNUSED
  }

  /** The subjects with counters in memory. */
  get size(): number {
    return this.#subjects.size
  }

  /** Forgets counters whose windows are over, and returns places that no call uses. */
  sweep(now: number): void {
    for (const [name, counters] of this.#subjects) {
      if (counters.sweep(now)) continue
      counters.home = undefined
      this.#subjects.delete(name)
    }
  }
}

type MeteredMeasure = Exclude<LimitMeasure, 'concurrency'>
const UNUSED: Reading = { used: 0, spare: 0, endsAt: 0 }
const DAILY = ['rpd', 'tpd'] as const
const isDaily = (measure: MeteredMeasure) => measure === 'rpd' || measure === 'tpd'

/** The name of a limit's counter at the source of permits. */
export const useKey = (applied: AppliedLimits, measure: LimitMeasure): UseKey => ({
  key: `${applied.scope}:${applied.subject}:${measure}`,
  kind: measure === 'concurrency' ? 'slots' : 'permits',
})
