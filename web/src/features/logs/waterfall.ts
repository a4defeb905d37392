import type { AttemptRecord } from '#contract/receipt.ts'

/** Where the bar of each attempt begins and how long it is, in percent of the time that all attempts took. */
export function spans(attempts: readonly AttemptRecord[]) {
  const total = attempts.reduce((sum, { ms }) => sum + ms, 0)
  let before = 0
  return attempts.map((attempt) => {
    const from = total > 0 ? (before / total) * 100 : 0
    before += attempt.ms
    return { attempt, from, width: total > 0 ? (attempt.ms / total) * 100 : 100 }
  })
}
