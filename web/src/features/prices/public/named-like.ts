/**
 * Returns the rows whose names contain every word of the keyword; without a match, punctuation and omitted letters
 * are ignored.
 */
export function namedLike<T>(rows: readonly T[], keyword: string, nameOf: (row: T) => string): readonly T[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const plain = words.map(plainText).filter(Boolean)
  const ways: ((name: string) => boolean)[] = [(name) => words.every((word) => name.includes(word))]
  if (plain.length > 0) {
    ways.push((name) => plain.every((word) => plainText(name).includes(word)))
    ways.push((name) => plain.every((word) => hasInOrder(plainText(name), word)))
  }
  for (const fits of ways) {
    const found = rows.filter((row) => fits(nameOf(row).toLowerCase()))
    if (found.length > 0) return found
  }
  return []
}

/** Keeps letters and digits only. */
const plainText = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns whether the letters of a word occur in a text in the same order. */
function hasInOrder(text: string, word: string): boolean {
  let at = -1
  for (const letter of word) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}
