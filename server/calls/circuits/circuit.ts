import type { FailureKind } from '#contract/traffic.ts'

/** A failed attempt, as a circuit sees it. */
export interface Failure {
  kind: FailureKind
  /** HTTP status of the upstream; 0 = none. */
  status: number
  message: string
  /** The call's id. */
  requestId: string
  /** Milliseconds that the vendor asked to wait. */
  waitMs?: number | undefined
}

/** A failure with its time in milliseconds since the epoch. */
export interface FailureSample extends Failure {
  at: number
}

/**
 * - `closed`: calls pass.
 * - `open`: it fails; other channels are tried first.
 * - `half_open`: its pause is over, and one probe, or the next calls, decide.
 */
export type CircuitState = 'closed' | 'open' | 'half_open'

const SHORT_MS = 15_000
const LONG_MS = 300_000
/** Failures below this number open nothing: the third one opens, also if the first is a minute old. */
const MIN_FAILED = 2.4
const FAILED_SHARE = 0.5
/** So many failures in a row open it where they are less likely than this by the share that failed before. */
const MIN_IN_A_ROW = 3
const UNLIKELY = 0.001
const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = 300_000
const MAX_SAMPLES = 5
/** A time to the first byte weighs so much against those before. */
const LATENCY_WEIGHT = 0.2
/** A channel that has served nothing for so long counts as not measured. */
const LATENCY_MS = 300_000

/** Counts of what was served and what failed, in which older events count less: by 63 % after `window` milliseconds. */
export class DecayingCounts {
  #served = 0
  #failed = 0
  #at = 0

  constructor(private readonly window: number) {}

  add(now: number, served: number, failed: number): void {
    this.#decay(now)
    this.#served += served
    this.#failed += failed
  }

  /** Returns the counts at a time. */
  at(now: number): { served: number; failed: number } {
    this.#decay(now)
    return { served: this.#served, failed: this.#failed }
  }

  reset(): void {
    this.#served = 0
    this.#failed = 0
  }

  #decay(now: number): void {
    if (now <= this.#at) return
    const left = Math.exp((this.#at - now) / this.window)
    this.#served *= left
    this.#failed *= left
    this.#at = now
  }
}

/** Bounds of the steps in milliseconds: each is a quarter longer than the one before. */
const FIRST_MS = 50
const STEP = Math.log(1.25)
const STEPS = 48
/** At this number of counted times, all counts are halved: older times weigh less. */
const MOST = 400
/** Fewer times than these tell nothing. */
const LEAST = 20

/** How long a model at a channel took to its first byte lately. */
export class FirstByteTimes {
  readonly #counts = new Uint16Array(STEPS)
  #sum = 0

  add(ms: number): void {
    const step = Math.ceil(Math.log(Math.max(1, ms / FIRST_MS)) / STEP)
    this.#counts[Math.min(STEPS - 1, step)]! += 1
    this.#sum += 1
    if (this.#sum < MOST) return
    this.#sum = 0
    for (let at = 0; at < STEPS; at++) this.#sum += this.#counts[at] = (this.#counts[at] ?? 0) >> 1
  }

  /** The time in milliseconds within which this share of the calls began to answer; undefined = too few are known. */
  quantile(share: number): number | undefined {
    if (this.#sum < LEAST) return undefined
    let left = share * this.#sum
    let step = 0
    for (; step < STEPS - 1; step++) {
      left -= this.#counts[step] ?? 0
      if (left <= 0) break
    }
    return FIRST_MS * Math.exp(step * STEP)
  }
}

/**
 * The breaker of one model at one channel. It opens when at least half of its latest calls have failed, or several in a
 * row as chance does not explain, for a pause that doubles each time the calls after it fail again. All times are milliseconds of a monotonic clock, except those
 * of samples.
 */
export class Circuit {
  readonly #short = new DecayingCounts(SHORT_MS)
  readonly #long = new DecayingCounts(LONG_MS)
  #until = 0
  /** How often it has opened without a success between. */
  #openings = 0
  #isProbing = false
  /** Failures since the latest success, and the failed share of the calls before them. */
  #inARow = 0
  #shareBefore = 0
  #latency = 0
  #latencyAt = -Infinity
  /** Times to the first byte: of streams, and of whole answers. */
  readonly #streams = new FirstByteTimes()
  readonly #wholes = new FirstByteTimes()
  /** The latest failures, the newest last. */
  readonly samples: FailureSample[] = []

  state(now: number): CircuitState {
    if (this.#openings === 0) return 'closed'
    return this.#isProbing || now >= this.#until ? 'half_open' : 'open'
  }

  /** Whether calls go to it as its priority says. */
  isHealthy(now: number): boolean {
    return this.#openings === 0 || (now >= this.#until && !this.#isProbing)
  }

  /** Milliseconds until its pause ends. */
  pauseLeft(now: number): number {
    return this.#openings === 0 ? 0 : Math.max(0, this.#until - now)
  }

  /** The mean time to the first byte in milliseconds; undefined = nothing was served lately. */
  latency(now: number): number | undefined {
    return now - this.#latencyAt > LATENCY_MS ? undefined : this.#latency
  }

  /** Times to the first byte of its latest streams, or whole answers. */
  times(isStream: boolean): FirstByteTimes {
    return isStream ? this.#streams : this.#wholes
  }

  /** The failed share of its latest calls, from 0 to 1. */
  failedShare(now: number): number {
    const { served, failed } = this.#long.at(now)
    return failed === 0 ? 0 : failed / (served + failed)
  }

  succeeded(now: number, firstByteMs: number | undefined): void {
    if (this.#openings > 0) this.#close()
    this.#inARow = 0
    this.#short.add(now, 1, 0)
    this.#long.add(now, 1, 0)
    if (firstByteMs === undefined) return
    const known = this.latency(now)
    this.#latency = known === undefined ? firstByteMs : known + (firstByteMs - known) * LATENCY_WEIGHT
    this.#latencyAt = now
  }

  /** Counts a failure; returns whether it has opened the circuit. */
  failed(now: number, failure: FailureSample): boolean {
    this.samples.push(failure)
    if (this.samples.length > MAX_SAMPLES) this.samples.shift()
    if (this.#inARow === 0) this.#shareBefore = this.#expectedShare(now)
    this.#inARow += 1
    this.#short.add(now, 0, 1)
    this.#long.add(now, 0, 1)
    if (this.state(now) === 'open') return false
    if (this.#openings === 0 && !this.#isTripped(now) && failure.waitMs === undefined) return false
    this.#open(now, failure.waitMs)
    return true
  }

  /** A probe begins, and decides by its `succeeded` or `failed`. */
  probe(): void {
    this.#isProbing = true
  }

  /** The probe could say nothing: the next calls decide. */
  endProbe(): void {
    this.#isProbing = false
  }

  /** The failed share of the latest calls as few calls can tell it: one call more has failed, and one was served. */
  #expectedShare(now: number): number {
    const { served, failed } = this.#long.at(now)
    return (failed + 1) / (served + failed + 2)
  }

  #isTripped(now: number): boolean {
    if (this.#inARow >= MIN_IN_A_ROW && this.#shareBefore ** this.#inARow < UNLIKELY) return true
    return [this.#short, this.#long].some((counts) => {
      const { served, failed } = counts.at(now)
      return failed >= MIN_FAILED && failed >= FAILED_SHARE * (served + failed)
    })
  }

  #open(now: number, waitMs: number | undefined): void {
    const pause = waitMs ?? FIRST_PAUSE_MS * 2 ** Math.min(this.#openings, 10)
    this.#until = now + Math.min(MAX_PAUSE_MS, pause)
    this.#openings += 1
    this.#isProbing = false
  }

  #close(): void {
    this.#openings = 0
    this.#until = 0
    this.#isProbing = false
    this.#short.reset()
    this.#long.reset()
  }
}
