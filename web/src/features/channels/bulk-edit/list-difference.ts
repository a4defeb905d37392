import { namesIn } from './draft.ts'

/**
 * Returns what a change adds to and removes from a comma-separated list. When both are empty, only the order
 * changes.
 */
export function listDifference(before: string, after: string) {
  const [had, has] = [namesIn(before), namesIn(after)]
  const [former, now] = [new Set(had), new Set(has)]
  return {
    added: has.filter((name) => !former.has(name)),
    removed: had.filter((name) => !now.has(name)),
    counts: [had.length, has.length] as const,
  }
}
