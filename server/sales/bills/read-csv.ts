/** A file that cannot be read, with the line where it goes wrong. */
export class BadFile extends Error {
  constructor(
    readonly reason: string,
    readonly line?: number,
  ) {
    super(line === undefined ? reason : `line ${line}: ${reason}`)
  }
}

const MAX_COLUMNS = 200

/**
 * Reads a CSV text (RFC 4180; separated by commas, semicolons or tabs, as its first line is) and yields its records
 * with their line numbers, one at a time. Blank lines are left out. Throws BadFile.
 */
export function* csvRecords(text: string): Generator<{ line: number; cells: string[] }> {
  const separator = separatorOf(text)
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  while (at < text.length) {
    const first = line
    const cells: string[] = []
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        const end = quoteEnd(text, at + 1)
        if (end < 0) throw new BadFile('a quotation mark is not closed', first)
        cell = text.slice(at + 1, end).replaceAll('""', '"')
        for (const character of cell) if (character === '\n') line += 1
        at = end + 1
        if (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n')
          throw new BadFile('text follows a closing quotation mark', first)
      } else {
        let end = at
        while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
        cell = text.slice(at, end)
        at = end
      }
      cells.push(cell)
      if (cells.length > MAX_COLUMNS) throw new BadFile(`has more than ${MAX_COLUMNS} columns`, first)
      if (text[at] !== separator) break
      at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    line += 1
    if (cells.length > 1 || cells[0]?.trim()) yield { line: first, cells }
  }
}

function quoteEnd(text: string, from: number): number {
  let at = from
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0 || text[quote + 1] !== '"') return quote
    at = quote + 2
  }
}

function separatorOf(text: string): string {
  const head = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'))
  const count = (character: string) => head.split(character).length
  return [',', ';', '\t'].reduce((most, next) => (count(next) > count(most) ? next : most))
}
