import type { MaybePromise } from './and-then.ts'
import { nextTurn } from './next-turn.ts'
import { atOnce, SLICED_BYTES, type Steps } from './steps.ts'

/** For so long the work may delay everything else. */
const SLICE_MS = 2

interface Job {
  /** Does one step; returns whether there are more. */
  step(): boolean
}

/**
 * Does long work between turns of the event loop, so that calls are served meanwhile. All long work shares the time of a
 * turn, step by step.
 */
export const inSlices = createSlices(() => performance.now())

/** Does work on some bytes: at once, or in slices where they are many. */
export const workOn = <T>(bytes: { length: number }, steps: Steps<T>): MaybePromise<T> =>
  bytes.length > SLICED_BYTES ? inSlices(steps) : atOnce(steps)

/** Returns a function that does long work in slices of time. `clock`: milliseconds that only grow. */
export function createSlices(clock: () => number): <T>(steps: Steps<T>) => Promise<T> {
  /** All long work that is under way; that whose turn is next comes first. */
  const jobs: Job[] = []

  function doSlice(): void {
    const end = clock() + SLICE_MS
    do {
      // It stays in the list, so that what a step begins does not begin a separate slice.
      const job = jobs[0] as Job
      const hasMore = job.step()
      jobs.shift()
      if (hasMore) jobs.push(job)
    } while (jobs.length > 0 && clock() < end)
    if (jobs.length > 0) void nextTurn().then(doSlice)
  }

  return (steps) =>
    new Promise((resolve, reject) => {
      jobs.push({
        step() {
          try {
            const { done, value } = steps.next()
            if (done) resolve(value)
            return !done
          } catch (error) {
            reject(error)
            return false
          }
        },
      })
      if (jobs.length === 1) doSlice()
    })
}
