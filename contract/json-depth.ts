/** Deeper JSON is refused: parsers take a time that grows with the square of the depth, and recursive readers overflow. */
export const MAX_JSON_DEPTH = 1000
const OPENERS = ['{', '[']

/** Returns whether objects and lists of a JSON text are nested deeper than `MAX_JSON_DEPTH`. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MAX_JSON_DEPTH || !hasManyOpeners(text)) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = stringEnd(text, at)
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > MAX_JSON_DEPTH) return true
  }
  return false
}

/** Most texts have fewer opening brackets, so that a plain search decides. */
function hasManyOpeners(text: string): boolean {
  let openers = 0
  for (const opener of OPENERS) {
    for (let at = text.indexOf(opener); at >= 0; at = text.indexOf(opener, at + 1)) {
      openers += 1
      if (openers > MAX_JSON_DEPTH) return true
    }
  }
  return false
}

/** The position of the quote that ends a string; the end of the text where none does. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}
