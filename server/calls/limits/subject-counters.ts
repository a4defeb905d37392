import type { LimitMeasure } from '#contract/limits.ts'
import type { Meter } from '../../platform/meters/meter.ts'
import type { Slots } from '../../platform/meters/slots.ts'

/** The counters of one subject, such as a token, on this node: made when they are first needed. */
export class SubjectCounters {
  readonly meters: { [M in Exclude<LimitMeasure, 'concurrency'>]: Meter | undefined } = {
    rpm: undefined,
    rpd: undefined,
    tpm: undefined,
    tpd: undefined,
  }
  slots: Slots | undefined = undefined
  /** Until what was counted today before this node started is read. */
  reading: Promise<void> | undefined = undefined

  constructor(
    /** The counters that it is one of; undefined = it was forgotten, and calls need another one. */
    public home: object | undefined,
    /** Names the subject on all nodes. */
    readonly name: string,
  ) {}

  /** Forgets counters whose windows are over, and returns places that no call uses. Returns whether any counter is left. */
  sweep(now: number): boolean {
    let left = this.reading ? 1 : 0
    for (const measure of MEASURES) {
      const meter = this.meters[measure]
      if (meter?.isIdle(now)) this.meters[measure] = undefined
      else if (meter) left += 1
    }
    this.slots?.returnUnused()
    if (left === 0 && this.slots?.isIdle()) this.slots = undefined
    return left > 0 || this.slots !== undefined
  }
}

const MEASURES = ['rpm', 'rpd', 'tpm', 'tpd'] as const
