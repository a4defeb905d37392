/**
 * Returns the first repeated member in any object of a JSON value for which `isMeant` holds: parsers differ in
 * which occurrence they take. The value must be well-formed. Uses neither recursion nor patterns, because depth and
 * length are not limited.
 */
export function findRepeatedMember(json: string, isMeant: (name: string) => boolean): string | undefined {
  /** The members so far of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = []
  let text = { start: 0, end: 0 }
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') {
      text = { start: at, end: stringEnd(json, at) }
      at = text.end - 1
    } else if (sign === '{') open.push(new Set())
    else if (sign === '[') open.push(undefined)
    else if (sign === '}' || sign === ']') open.pop()
    else if (sign === ':') {
      const name = String(JSON.parse(json.slice(text.start, text.end)))
      const members = open.at(-1)
      if (members?.has(name) && isMeant(name)) return name
      members?.add(name)
    }
  }
  return undefined
}

/** Returns the position after the string that begins at `start`. */
function stringEnd(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}
