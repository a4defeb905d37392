import type { StartRecord } from './records.ts'

/** A call in progress, as the ledger sees it. */
export interface StartedCall {
  readonly id: string
  /** Index in the list of started calls; used by the ledger only. */
  index?: number | undefined
}

/** The calls that have started and not ended. Only long calls have a start record in the journal. */
export interface StartedCalls {
  /** `start` creates the record if one is needed. */
  add<Begun extends StartedCall>(call: Begun, start: (call: Begun) => StartRecord): void
  /** Ends the call. Returns whether its start record is in the journal. */
  end(call: StartedCall): boolean
  /** The oldest segment with the start record of a call that has not ended. */
  oldestSegment(): number
  close(): void
}

/** A call that ends within this time leaves no start record; others get theirs before twice the time has passed. */
const SHORT_CALL_MS = 5

interface PendingStart {
  call: StartedCall
  /** Belongs to this call, so the parameter types match. */
  start: (call: never) => StartRecord
  /** The call was already in the list at the last sweep. */
  seen: boolean
}

/** `write` appends a start record to the journal and returns the segment. */
export function trackStartedCalls(
  write: (start: StartRecord) => number,
  warn: (message: string) => void,
): StartedCalls {
  /** Unordered; each call stores its index. Under load, a Map would cost every call several µs. */
  const pending: PendingStart[] = []
  /** Calls whose start record is in the journal, with the segment. */
  const written = new Map<StartedCall, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Moves the last item to the index of the removed one. */
  function removeAt(call: StartedCall, place: number): void {
    const last = pending.pop()
    if (last && last.call !== call) {
      pending[place] = last
      last.call.index = place
    }
    call.index = undefined
  }

  function sweep(): void {
    for (const item of [...pending]) {
      if (item.seen) writeStart(item)
      item.seen = true
    }
    timer = pending.length > 0 ? setTimeout(sweep, SHORT_CALL_MS) : undefined
  }

  function writeStart({ call, start }: PendingStart): void {
    removeAt(call, call.index ?? 0)
    try {
      written.set(call, write(start(call as never)))
    } catch (error) {
      warn(`the start of a call could not be recorded: ${error}`)
    }
  }

  return {
    add(call, start) {
      call.index = pending.length
      pending.push({ call, start, seen: false })
      timer ??= setTimeout(sweep, SHORT_CALL_MS)
    },
    end(call) {
      if (call.index === undefined) return written.delete(call)
      removeAt(call, call.index)
      return false
    },
    oldestSegment: () => Math.min(...written.values()),
    close: () => clearTimeout(timer),
  }
}
