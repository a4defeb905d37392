import { changedEntries } from '#web/lib/changed-entries.ts'

/** A field changed both in the form and on the server. */
export interface Conflict {
  name: string
  theirs: unknown
  ours: unknown
}

type Values = Record<string, unknown>

/** Fields of `edited` that would overwrite changes stored since the form was opened with `start`. */
export function conflictsOf(start: Values, edited: Values, stored: Values): Conflict[] {
  const theirs = changedEntries(start, stored)
  const ours = changedEntries(start, edited)
  return Object.keys(ours)
    .filter((name) => name in theirs && name in changedEntries(stored, edited))
    .map((name) => ({ name, theirs: stored[name], ours: edited[name] }))
}
