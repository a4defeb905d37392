import { splitNames } from '#web/ui/split-names.ts'

/** A list with the names of a text added at its end; names that it has already are skipped and counted. */
export function addNames(list: readonly string[], text: string) {
  const names = splitNames(text)
  const all = [...new Set([...list, ...names])]
  const added = all.length - new Set(list).size
  return { all, added, skipped: names.length - added }
}

/** Whether two lists name the same models, in any order. */
export const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && new Set([...one, ...other]).size === one.length
