/**
 * Returns chosen names that differ from another known or chosen name only in upper and lower case, each with
 * the other name. Model names are case-sensitive, so callers of one do not reach the other.
 */
export function similarNames(chosen: readonly string[], known: readonly string[]): { name: string; like: string }[] {
  const spellings = new Map<string, string[]>()
  for (const name of new Set([...known, ...chosen])) {
    const key = name.toLowerCase()
    const same = spellings.get(key)
    if (same) same.push(name)
    else spellings.set(key, [name])
  }
  return chosen.flatMap((name) => {
    const like = spellings.get(name.toLowerCase())?.find((other) => other !== name)
    return like === undefined ? [] : { name, like }
  })
}
