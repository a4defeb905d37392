import type { Steps } from '#server/async/in-slices.ts'

/** Does long work without a rest. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
