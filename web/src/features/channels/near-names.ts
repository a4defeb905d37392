/**
 * Chosen names that differ from another one by capitals alone, each with that other: models are told apart exactly, so
 * callers of the one do not find the other. A known name counts as well as a chosen one.
 */
export function nearNames(chosen: readonly string[], known: readonly string[]): { name: string; like: string }[] {
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
