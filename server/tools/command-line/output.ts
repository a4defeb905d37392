/** Where a command prints. With `--json` a command prints one JSON value on the standard output and nothing else. */
export interface Output {
  readonly json: boolean
  /** A line of the result. */
  line(text: string): void
  /** A remark for a person, on the standard error, which no program reads as a result. */
  note(text: string): void
  /** The result: as JSON with `--json`, else as the text. */
  result(value: unknown, text: () => string): void
}

export function createOutput(json: boolean): Output {
  const line = (text: string) => void process.stdout.write(`${text}\n`)
  return {
    json,
    line,
    note: (text) => void process.stderr.write(`${text}\n`),
    result(value, text) {
      const shown = json ? JSON.stringify(value, null, 2) : text()
      if (shown) line(shown)
    },
  }
}

/** Columns side by side under their titles; numbers stand to the right. */
export function tableText(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [titles, ...rows].map((row) => row.map((cell) => printable(String(cell))))
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))))
  const isNumber = titles.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  return cells
    .map((row) =>
      row
        .map((cell, column) => {
          const blanks = ' '.repeat((widths[column] ?? 0) - widthOf(cell))
          return isNumber[column] ? blanks + cell : cell + blanks
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Names come from users: a terminal must not obey what they hold. */
export const printable = (text: string) => text.replace(/\p{C}/gu, (sign) => (sign === '\t' ? ' ' : '\ufffd'))

const widthOf = (text: string) => Bun.stringWidth(text)

/** Unix seconds as local time of the terminal; "" = never. */
export function timeText(seconds: number): string {
  if (seconds <= 0) return ''
  const time = new Date(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}
