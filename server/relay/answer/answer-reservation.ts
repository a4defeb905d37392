import { Failure } from '../../errors/api-error.ts'
import { type Reservation, SMALL_BYTES } from '../../memory/memory-budget.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'

/**
 * The memory that one call's answer holds: at most `maxAnswerBytes`, reserved from what all answers share. Answers of
 * up to SMALL_BYTES need no reservation.
 */
export class HeldAnswer {
  #bytes = 0
  #reserved = 0
  #reservation: Reservation | undefined

  constructor(
    private readonly call: Pick<Call, 'user'>,
    private readonly deps: Pick<RelayDeps, 'answers' | 'services'>,
  ) {}

  /** Reserves memory for so many bytes more. Throws as `hold`. */
  readonly keep = (bytes: number): void => this.hold(this.#bytes + bytes)

  /**
   * Makes the reservation cover so many bytes; it never shrinks. Throws a Failure: answer_too_large, or the errors of
   * the budget when its memory is used up.
   */
  hold(bytes: number): void {
    this.#bytes = bytes
    if (bytes <= SMALL_BYTES || bytes <= this.#reserved) return
    if (bytes > this.deps.services.config.maxAnswerBytes) throw new Failure('answer_too_large')
    this.#reservation ??= this.deps.answers.reserve(this.call.user.id, 0)
    this.#reservation.grow(bytes - this.#reserved)
    this.#reserved = bytes
  }

  /** Whether memory is reserved. */
  get isReserved(): boolean {
    return this.#reserved > 0
  }

  /** Gives the memory back. A second call does nothing. */
  readonly release = (): void => {
    this.#reservation?.release()
    this.#reservation = undefined
    this.#reserved = 0
  }
}
