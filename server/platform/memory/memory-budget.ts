import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '../errors/api-error.ts'

/**
 * Bodies and answers up to this size need no reservation: they arrive in one piece, and a connection has one of
 * them.
 */
export const SMALL_BYTES = 64 * 1024
/** Seconds after which a caller may retry: upstreams begin to answer within a few. */
const RETRY_SECONDS = 5
const MEGABYTE = 1024 * 1024

/** The bytes of a budget that one request body or answer holds. */
export interface Reservation {
  /** Reserves additional bytes. Throws like `MemoryBudget.reserve`; then the reservation stays unchanged. */
  grow(bytes: number): void
  /** Releases all of its bytes. A second call does nothing. */
  release(): void
}

/** The reservation of a small body. */
export const NO_RESERVATION: Reservation = { grow() {}, release() {} }

/** Memory that many calls share. */
export interface MemoryBudget {
  /**
   * Reserves bytes for a user. Throws an ApiError: `errors.own` when the user's other reservations leave too
   * little, and `errors.others` when those of other users do.
   */
  reserve(userId: number, bytes: number): Reservation
}

/** The error codes of a budget. */
export interface BudgetErrors {
  own: ErrorCode
  others: ErrorCode
}

/**
 * Creates a budget of bytes, which may change. A user may hold at most half of what is left free. So one user
 * alone gets a third of the budget, and however many users hold their maximum, the next one still gets some.
 */
export function createMemoryBudget(totalBytes: () => number, errors: BudgetErrors): MemoryBudget {
  const held = new Map<number, number>()
  let taken = 0

  function grow(userId: number, bytes: number): void {
    const own = held.get(userId) ?? 0
    if (own + bytes > (totalBytes() - taken) / 2) throw refusal(own, errors)
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

function refusal(own: number, errors: BudgetErrors): ApiError {
  if (own === 0) return new ApiError(errors.others, { seconds: RETRY_SECONDS }, undefined, RETRY_SECONDS)
  const details = { size: Math.ceil(own / MEGABYTE), seconds: RETRY_SECONDS }
  return new ApiError(errors.own, details, undefined, RETRY_SECONDS)
}
