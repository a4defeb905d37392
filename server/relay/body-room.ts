import { Failure } from '../http/failure.ts'

/** Bodies up to this size take no room: they come in one piece, and there is one to a connection. */
export const SMALL_BYTES = 64 * 1024
/** Seconds after which a caller may try again: upstreams begin to answer within a few. */
const AGAIN_SECONDS = 5
const MEGABYTE = 1024 * 1024

/** What one body takes of the room. */
export interface Place {
  /** Takes so many bytes more. Throws as `BodyRoom.take`. */
  grow(bytes: number): void
  /** Gives everything back; a second time nothing. */
  leave(): void
}

/** That of a small body. */
export const NO_PLACE: Place = { grow() {}, leave() {} }

/** The memory for bodies of calls that are coming in, or wait for an upstream to begin its answer. */
export interface BodyRoom {
  /**
   * Makes place for a body of so many bytes. Throws too_many_large_calls when the user's own bodies are in the way, and
   * large_calls_everywhere when those of others are.
   */
  take(userId: number, bytes: number): Place
}

/**
 * A room for so many bytes. A user may hold half of what is left free at most, so one alone gets a third of the room,
 * and however many are greedy, whoever comes next still finds some.
 */
export function createBodyRoom(totalBytes: number): BodyRoom {
  const held = new Map<number, number>()
  let taken = 0

  function grow(userId: number, bytes: number): void {
    const own = held.get(userId) ?? 0
    if (own + bytes > (totalBytes - taken) / 2) throw refusal(own)
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
    take(userId, bytes) {
      grow(userId, bytes)
      let size = bytes
      return {
        grow(more) {
          grow(userId, more)
          size += more
        },
        leave() {
          shrink(userId, size)
          size = 0
        },
      }
    },
  }
}

function refusal(own: number): Failure {
  if (own === 0) return new Failure('large_calls_everywhere', { seconds: AGAIN_SECONDS }, undefined, AGAIN_SECONDS)
  const details = { size: Math.ceil(own / MEGABYTE), seconds: AGAIN_SECONDS }
  return new Failure('too_many_large_calls', details, undefined, AGAIN_SECONDS)
}
