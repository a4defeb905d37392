import type { Meter } from '../../platform/meters/meter.ts'
import type { Slots } from '../../platform/meters/slots.ts'

/** A part of a limit that a call has taken. */
export type Taken =
  | { kind: 'slot'; slots: Pick<Slots, 'give'>; limit: number }
  | { kind: 'call' | 'tokens'; meter: Meter; window: number; limit: number }

/** What a call has taken of limits, until it ends. */
export class Admission {
  readonly #taken: Taken[] = []
  /** Tokens that parts of the call have used. */
  #used = 0
  #ended = false
  #undone = false

  constructor(
    /** Tokens that the call counts for now: an estimate until it ends. */
    private tokens: number,
  ) {}

  add(taken: Taken): void {
    this.#taken.push(taken)
  }

  /** Counts the tokens of a part of a call, such as a turn of a session: at once, where they exceed the estimate. */
  addTokens(tokens: number): void {
    this.#used += tokens
    if (this.#used > this.tokens) this.#countTokens(this.#used)
  }

  /** Ends the call, which has used `tokens` (default: those of its parts). The second time has no effect. */
  end(tokens = this.#used): void {
    if (this.#ended) return
    this.#ended = true
    this.#countTokens(tokens)
    for (const taken of this.#taken) if (taken.kind === 'slot') taken.slots.give(taken.limit)
  }

  /** Ends a call that counts in none of the limits: another one has refused it, or it is counted elsewhere. */
  undo(): void {
    if (this.#undone) return
    this.#undone = true
    this.end(0)
    for (const taken of this.#taken) if (taken.kind === 'call') taken.meter.correct(-1, taken.window, taken.limit)
  }

  #countTokens(tokens: number): void {
    for (const taken of this.#taken)
      if (taken.kind === 'tokens') taken.meter.correct(tokens - this.tokens, taken.window, taken.limit)
    this.tokens = tokens
  }
}

/** The admission of all calls to which no limit applies. */
export const UNLIMITED = new Admission(0)

/** Ends all admissions of a call. */
export function endAll(admissions: readonly Admission[], tokens: number): void {
  for (const admission of admissions) admission.end(tokens)
}
