/** Long work that may rest at each `yield`. */
export type Steps<T> = Generator<void, T>

const ACTS_A_STEP = 16
/** Work on more bytes is done in slices, between which other calls are served. */
export const SLICED_BYTES = 512 * 1024

/** Does the work of steps without a rest. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
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
