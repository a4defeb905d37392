import { throttleMessages } from './throttle.ts'

/** Writes what waits in memory to the database: a while after it came, one write at a time, and again after a failure. */
export interface WriteBehind {
  /** Has what waits written within `ms` milliseconds, by default within `everyMs`. */
  wake(ms?: number): void
  /** Resolves when everything that waited has been written, or when the database does not accept it. */
  flush(): Promise<void>
  /** Writes what still waits, and never again. */
  close(): Promise<void>
}

interface Parts {
  everyMs: number
  /** The pause after a failure; default: `everyMs`. */
  retryMs?: number
  /** Writes what waits. A failure must leave it waiting. */
  write(): Promise<unknown>
  isEmpty(): boolean
  /** What the warning says of a failure: "the last uses of tokens were not written". */
  failure: string
  warn(message: string): void
}

const WARN_MS = 60_000

export function openWriteBehind({ everyMs, retryMs = everyMs, write, isEmpty, failure, warn }: Parts): WriteBehind {
  const tell = throttleMessages(warn, WARN_MS)
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY
  let writing: Promise<void> | undefined
  let isClosed = false

  function wake(ms = everyMs): void {
    if (isClosed || (timer && (ms >= everyMs || performance.now() + ms >= due))) return
    clearTimeout(timer)
    due = performance.now() + ms
    timer = setTimeout(() => void begin(), ms).unref()
  }

  function begin(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= attempt().finally(() => {
      writing = undefined
    })
    return writing
  }

  async function attempt(): Promise<void> {
    if (isEmpty()) return
    try {
      await write()
      if (!isEmpty()) wake()
    } catch (error) {
      tell(`${failure}, trying again: ${error}`)
      wake(retryMs)
    }
  }

  /** A write that is under way may have begun before the last of what waits came. */
  async function flush(): Promise<void> {
    await writing
    await begin()
  }

  return {
    wake,
    flush,
    async close() {
      isClosed = true
      await flush()
    },
  }
}
