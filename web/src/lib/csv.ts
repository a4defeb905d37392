/** Writes rows as a CSV file (RFC 4180), with the byte order mark that spreadsheets need to detect UTF-8. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`
}

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe; numbers stay unchanged. */
function cellText(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
