/**
 * The turn to write to a SQLite file, which processes of one server take one after the other. SQLite has one writer at a
 * time, and a process that finds the file locked would wait for it in a system call, with all its calls.
 */
export interface WriteTurns {
  /** Resolves when it is this process's turn, to the function that ends it. */
  take(): Promise<() => void>
}

/** Queues the turns of several holders, first come, first served. */
export interface TurnQueue<Holder> {
  /** Resolves when it is the holder's turn, to the function that ends it; ending twice does nothing. */
  take(holder: Holder): Promise<() => void>
  /** Ends the turns of a holder that is gone, and forgets those it waits for. */
  forget(holder: Holder): void
}

/** Creates an empty queue. */
export function createTurnQueue<Holder>(): TurnQueue<Holder> {
  interface Turn {
    holder: Holder
    begin(end: () => void): void
  }
  let current: Turn | undefined
  let waiting: Turn[] = []

  function next(): void {
    const turn = waiting.shift()
    current = turn
    turn?.begin(() => {
      if (current === turn) next()
    })
  }

  return {
    take(holder) {
      return new Promise((begin) => {
        waiting.push({ holder, begin })
        if (!current) next()
      })
    },
    forget(holder) {
      waiting = waiting.filter((turn) => turn.holder !== holder)
      if (current?.holder === holder) next()
    },
  }
}
