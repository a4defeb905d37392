import type { AttemptRecord } from '#contract/receipt.ts'

/** Returns start and length of each attempt's bar, in percent of the total time of all attempts. */
export function spans(attempts: readonly AttemptRecord[]) {
  const total = attempts.reduce((sum, { ms }) => sum + ms, 0)
  let before = 0
  return attempts.map((attempt) => {
    const from = total > 0 ? (before / total) * 100 : 0
    before += attempt.ms
    return { attempt, from, width: total > 0 ? (attempt.ms / total) * 100 : 100 }
  })
}
