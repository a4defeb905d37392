/** Rows as a CSV file (RFC 4180), with the byte order mark that spreadsheets need to see UTF-8. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay numbers. */
function cellText(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
