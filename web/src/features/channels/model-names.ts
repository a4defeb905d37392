/** Names in a text, separated by commas or line breaks. */
function namesIn(text: string): string[] {
  return text
    .split(/[,，\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
}

/** A list with the names of a text added at its end; names that it has already are skipped and counted. */
export function addNames(list: readonly string[], text: string) {
  const names = namesIn(text)
  const all = [...new Set([...list, ...names])]
  const added = all.length - new Set(list).size
  return { all, added, skipped: names.length - added }
}

/** Whether two lists name the same models, in any order. */
export const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && new Set([...one, ...other]).size === one.length
