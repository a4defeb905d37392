/** Position of a JSON syntax error: offset and one-based line; null = valid. */
export interface JsonProblem {
  offset: number
  line: number
}

/**
 * Finds the first invalid character of a JSON text. Only some browsers report a position. Recursive descent over
 * RFC 8259; nesting beyond 500 is reported as an error, so that the stack cannot overflow.
 */
export function findJsonProblem(text: string): JsonProblem | null {
  const end = readValue(text, skipSpace(text, 0), 0)
  const offset = end < 0 ? ~end : skipSpace(text, end)
  if (end >= 0 && offset === text.length) return null
  return { offset, line: text.slice(0, offset).split('\n').length }
}

// Readers return the offset after the token, or the bitwise complement of the offset of the error.
type Offset = number

// Any character from the space on, except the quote and the backslash.
const STRING = /"(?:[ !#-[\]-\u{10FFFF}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y
const SPACE = /[ \t\r\n]*/y
const MAX_DEPTH = 500

function readValue(text: string, at: Offset, depth: number): Offset {
  const first = text[at]
  if (depth > MAX_DEPTH) return ~at
  if (first === '{') return readItems(text, at, '}', depth)
  if (first === '[') return readItems(text, at, ']', depth)
  return match(first === '"' ? STRING : SCALAR, text, at)
}

function readItems(text: string, open: Offset, close: string, depth: number): Offset {
  let at = skipSpace(text, open + 1)
  if (text[at] === close) return at + 1
  for (;;) {
    if (close === '}') {
      const key = match(STRING, text, at)
      if (key < 0) return key
      at = skipSpace(text, key)
      if (text[at] !== ':') return ~at
      at = skipSpace(text, at + 1)
    }
    const end = readValue(text, at, depth + 1)
    if (end < 0) return end
    at = skipSpace(text, end)
    if (text[at] === close) return at + 1
    if (text[at] !== ',') return ~at
    at = skipSpace(text, at + 1)
  }
}

function match(pattern: RegExp, text: string, at: Offset): Offset {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : ~at
}

const skipSpace = (text: string, at: Offset) => match(SPACE, text, at)
