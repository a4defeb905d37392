import { splitNames } from '#web/ui/choice/split-names.ts'

/** Appends the names in a text to a list. Names already in the list are skipped and counted. */
export function addNames(list: readonly string[], text: string) {
  const names = splitNames(text)
  const all = [...new Set([...list, ...names])]
  const added = all.length - new Set(list).size
  return { all, added, skipped: names.length - added }
}

/** Returns whether two lists hold the same models in any order. */
export const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && new Set([...one, ...other]).size === one.length
