/**
 * Encodes a tool name for Cohere, whose names consist of letters, digits and `_` and do not begin with a digit.
 * OpenAI's may contain `-` and begin with any character. Other characters are written as their number, so that
 * callers get their own names back; so is a `_` that would begin such a number.
 */
export function writeName(name: string): string {
  return name.replace(
    /^\d|[^A-Za-z0-9_]|_(?=x[0-9a-f]{2,4}_)/g,
    (char) => `_x${(char.codePointAt(0) ?? 0).toString(16)}_`,
  )
}

/** Decodes the caller's name of a tool. */
export function readName(name: string): string {
  return name.replace(/_x([0-9a-f]{2,4})_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}
