import type { StartRecord } from './records.ts'

/** A call, as the ledger knows it. */
export interface Underway {
  readonly id: string
  /** Its place in the list of those that have begun; the ledger's own. */
  place?: number | undefined
}

/** The calls that have begun and not ended. Only those that take long have their beginning in the journal. */
export interface Beginnings {
  /** `start` makes the record, if one is needed. */
  add<Begun extends Underway>(call: Begun, start: (call: Begun) => StartRecord): void
  /** The call ends. Answers whether its beginning is in the journal. */
  end(call: Underway): boolean
  /** The oldest segment with the beginning of a call that has not ended. */
  oldestSegment(): number
  close(): void
}

/** A call that ends within this time leaves no beginning; others have theirs before twice the time is over. */
const SHORT_MS = 5

interface Begun {
  call: Underway
  /** Came with this call, so that it fits it. */
  start: (call: never) => StartRecord
  /** It was there at the last look. */
  seen: boolean
}

/** `write` puts a beginning into the journal and answers the segment. */
export function openBeginnings(write: (start: StartRecord) => number, warn: (message: string) => void): Beginnings {
  /** In no order; each call knows its place. Under load, a Map would cost every call several µs. */
  const begun: Begun[] = []
  /** In the journal, with the segment. */
  const written = new Map<Underway, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The last takes the place of the one that leaves. */
  function leave(call: Underway, place: number): void {
    const last = begun.pop()
    if (last && last.call !== call) {
      begun[place] = last
      last.call.place = place
    }
    call.place = undefined
  }

  function look(): void {
    for (const item of [...begun]) {
      if (item.seen) remember(item)
      item.seen = true
    }
    timer = begun.length > 0 ? setTimeout(look, SHORT_MS) : undefined
  }

  function remember({ call, start }: Begun): void {
    leave(call, call.place ?? 0)
    try {
      written.set(call, write(start(call as never)))
    } catch (error) {
      warn(`the beginning of a call could not be written: ${error}`)
    }
  }

  return {
    add(call, start) {
      call.place = begun.length
      begun.push({ call, start, seen: false })
      timer ??= setTimeout(look, SHORT_MS)
    },
    end(call) {
      if (call.place === undefined) return written.delete(call)
      leave(call, call.place)
      return false
    },
    oldestSegment: () => Math.min(...written.values()),
    close: () => clearTimeout(timer),
  }
}
