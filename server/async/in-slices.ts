import { nextTurn } from './next-turn.ts'

/** For so long the work may delay everything else. */
const SLICE_MS = 2
const ACTS_A_STEP = 16

/** Long work that may rest at each `yield`. */
export type Steps<T> = Generator<void, T>

/** Does long work between turns of the event loop, so that calls are served meanwhile. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (performance.now() < end)
    await nextTurn()
  }
}

/** Calls `act` with 0 to `count` − 1, a few in each step. */
export function* stepThrough(count: number, act: (index: number) => void): Steps<void> {
  for (let from = 0; from < count; from += ACTS_A_STEP) {
    actOnRange(from, Math.min(count, from + ACTS_A_STEP), act)
    yield
  }
}

/** Outside the generator, where the compiler makes more of a loop. */
function actOnRange(from: number, to: number, act: (index: number) => void): void {
  for (let index = from; index < to; index++) act(index)
}
