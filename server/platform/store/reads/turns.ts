import { ReadQueue } from './read-queue.ts'

/** Lets a number of readers have their turn at once, each with one query. */
export function createTurns(most: number) {
  const queue = new ReadQueue<() => void>()
  let running = 0

  function next(): void {
    while (running < most) {
      const begin = queue.take()
      if (!begin) return
      running += 1
      begin()
    }
  }

  return {
    /** Resolves when it is the turn of an owner. `end` must follow. */
    begin: (owner: string) =>
      new Promise<void>((resolve) => {
        queue.add(owner, resolve)
        next()
      }),
    end(owner: string): void {
      running -= 1
      queue.end(owner)
      next()
    },
  }
}
