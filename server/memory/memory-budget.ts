import type { ErrorCode } from '#contract/errors.ts'
import { Failure } from '../errors/api-error.ts'

/** Bodies and answers up to this size need no reservation: they come in one piece, and a connection has one of them. */
export const SMALL_BYTES = 64 * 1024
/** Seconds after which a caller may try again: upstreams begin to answer within a few. */
const RETRY_SECONDS = 5
const MEGABYTE = 1024 * 1024

/** Bytes that one request body or answer holds of a budget. */
export interface Reservation {
  /** Reserves so many bytes more. Throws as `MemoryBudget.reserve`; then the reservation stays as it was. */
  grow(bytes: number): void
  /** Gives all of its bytes back. A second call does nothing. */
  release(): void
}

/** The reservation of a small body. */
export const NO_RESERVATION: Reservation = { grow() {}, release() {} }

/** Memory that many calls share. */
export interface MemoryBudget {
  /**
   * Reserves so many bytes for a user. Throws a Failure: `errors.own` when the user's other reservations leave too
   * little, and `errors.others` when those of other users do.
   */
  reserve(userId: number, bytes: number): Reservation
}

/** The codes of a budget's refusals. */
export interface BudgetErrors {
  own: ErrorCode
  others: ErrorCode
}

/**
 * Creates a budget of so many bytes. A user may hold at most half of what is left free. So one user alone gets a third
 * of the budget, and however many users hold as much as they can, the next one still gets some.
 */
export function createMemoryBudget(totalBytes: number, errors: BudgetErrors): MemoryBudget {
  const held = new Map<number, number>()
  let taken = 0

  function grow(userId: number, bytes: number): void {
    const own = held.get(userId) ?? 0
    if (own + bytes > (totalBytes - taken) / 2) throw refusal(own, errors)
    held.set(userId, own + bytes)
    taken += bytes
  }

  function shrink(userId: number, bytes: number): void {
    const left = (held.get(userId) ?? 0) - bytes
    if (left > 0) held.set(userId, left)
    else held.delete(userId)
    taken -= bytes
  }

  return {
    reserve(userId, bytes) {
      grow(userId, bytes)
      let size = bytes
      return {
        grow(more) {
          grow(userId, more)
          size += more
        },
        release() {
          shrink(userId, size)
          size = 0
        },
      }
    },
  }
}

function refusal(own: number, errors: BudgetErrors): Failure {
  if (own === 0) return new Failure(errors.others, { seconds: RETRY_SECONDS }, undefined, RETRY_SECONDS)
  const details = { size: Math.ceil(own / MEGABYTE), seconds: RETRY_SECONDS }
  return new Failure(errors.own, details, undefined, RETRY_SECONDS)
}
