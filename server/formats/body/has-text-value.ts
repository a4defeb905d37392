const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d])
const COLON = 0x3a

/**
 * Returns whether a text is the value of a field somewhere in a JSON body: it stands behind a colon. `quoted`: with its
 * quotation marks. A field of that name, or a list's item, does not count.
 */
export function hasTextValue(bytes: Buffer, quoted: Buffer): boolean {
  for (let at = bytes.indexOf(quoted); at >= 0; at = bytes.indexOf(quoted, at + quoted.length)) {
    let before = at - 1
    while (BLANKS.has(bytes[before] ?? 0)) before -= 1
    if (bytes[before] === COLON) return true
  }
  return false
}
