/** Headers of HTTP/1.1, for server and client. https://www.rfc-editor.org/rfc/rfc9112 */

/** Returns a header by its lower-case name; repeated headers are joined by ", ". */
export type HeaderReader = (name: string) => string | undefined

/**
 * Creates a reader of the headers in a head, whose text includes the first line. Headers are searched on demand,
 * since few of them are ever read.
 */
export function readHeaders(head: string): HeaderReader {
  const lines = fieldPositions(head)
  return (name) => {
    let value: string | undefined
    for (let at = 0; at < lines.length; at += 3) {
      const start = lines[at] ?? 0
      const colon = lines[at + 1] ?? 0
      if (colon - start !== name.length || !hasName(name, head, start)) continue
      const found = head.slice(colon + 1, lines[at + 2]).trim()
      value = value === undefined ? found : `${value}, ${found}`
    }
    return value
  }
}

/** Returns the positions of each field: its start, its colon, and its end. */
function fieldPositions(head: string): number[] {
  const offsets: number[] = []
  for (let start = head.indexOf('\n') + 1, end = 0; start < head.length; start = end + 1) {
    end = head.indexOf('\n', start)
    if (end < 0) end = head.length
    const colon = head.indexOf(':', start)
    if (colon >= 0 && colon < end) offsets.push(start, colon, end)
  }
  return offsets
}

/** Whether a field has a lower-case name, ignoring the field's case. */
function hasName(name: string, head: string, start: number): boolean {
  for (let index = 0; index < name.length; index++) {
    const code = head.charCodeAt(start + index)
    const lower = code >= UPPER_A && code <= UPPER_Z ? code + TO_LOWER : code
    if (lower !== name.charCodeAt(index)) return false
  }
  return true
}

const UPPER_A = 0x41
const UPPER_Z = 0x5a
const TO_LOWER = 0x20

/** A line break in a header would begin another header, or another message. */
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/

/** Whether a text may be sent as the value of a header. */
export const isHeaderValue = (value: string) => !FORBIDDEN.test(value)
