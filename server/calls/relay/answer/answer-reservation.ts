import { ApiError } from '../../../platform/errors/api-error.ts'
import { type Reservation, SMALL_BYTES } from '../../../platform/memory/memory-budget.ts'
import type { Call } from '../call/call.ts'
import type { RelayDeps } from '../deps/deps.ts'

/**
 * The memory that one call's answer occupies: at most `maxAnswerBytes`, reserved from the budget of all answers.
 * Answers of up to SMALL_BYTES need no reservation.
 */
export class AnswerReservation {
  #bytes = 0
  #reserved = 0
  #reservation: Reservation | undefined

  constructor(
    private readonly call: Pick<Call, 'user'>,
    private readonly deps: Pick<RelayDeps, 'answerMemory' | 'services'>,
  ) {}

  /** Reserves memory for this many additional bytes. Throws as `cover` does. */
  readonly add = (bytes: number): void => this.cover(this.#bytes + bytes)

  /**
   * Extends the reservation to this many bytes; it never shrinks. Throws an ApiError: answer_too_large, or the
   * budget's error when its memory is used up.
   */
  cover(bytes: number): void {
    this.#bytes = bytes
    if (bytes <= SMALL_BYTES || bytes <= this.#reserved) return
    if (bytes > this.deps.services.config.maxAnswerBytes) throw new ApiError('answer_too_large')
    this.#reservation ??= this.deps.answerMemory.reserve(this.call.user.id, 0)
    this.#reservation.grow(bytes - this.#reserved)
    this.#reserved = bytes
  }

  /** Whether memory is reserved. */
  get isReserved(): boolean {
    return this.#reserved > 0
  }

  /** Releases the memory. A second call does nothing. */
  readonly release = (): void => {
    this.#reservation?.release()
    this.#reservation = undefined
    this.#reserved = 0
  }
}
