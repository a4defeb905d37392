/** Headers of HTTP/1.1, for both sides of the relay. https://www.rfc-editor.org/rfc/rfc9112 */

/** Looks a header up by its lower-case name; repeated headers are joined by ", ". */
export type HeaderReader = (name: string) => string | undefined

/** How headers begin in a text, by name: the names are those that the program asks for. */
const marks = new Map<string, string>()

function markOf(name: string): string {
  const known = marks.get(name)
  if (known !== undefined) return known
  const mark = `\n${name}:`
  marks.set(name, mark)
  return mark
}

/** Reads headers out of the text of a head, its first line included: few of the many are ever asked for. */
export function headersIn(head: string): HeaderReader {
  const names = head.toLowerCase()
  return (name) => {
    const mark = markOf(name)
    let value: string | undefined
    for (let at = names.indexOf(mark); at >= 0; at = names.indexOf(mark, at + 1)) {
      const start = at + mark.length
      const found = head.slice(start, head.indexOf('\n', start)).trim()
      value = value === undefined ? found : `${value}, ${found}`
    }
    return value
  }
}

/** A line break in a header would begin another header, or another message. */
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/

/** Whether a text may be sent as the value of a header. */
export const isHeaderValue = (value: string) => !FORBIDDEN.test(value)
