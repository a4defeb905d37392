const { escapeHTML } = Bun

/** A paragraph of plain text; nothing of an empty one. */
export const paragraph = (text: string) => (text ? `<p>${escapeHTML(text)}</p>` : '')

export const heading = (level: 1 | 2 | 3, text: string) => `<h${level}>${escapeHTML(text)}</h${level}>`

export const link = (address: string, text: string) => `<a href="${escapeHTML(address)}">${escapeHTML(text)}</a>`

export const program = (text: string) => `<pre>${escapeHTML(text)}</pre>`

/** A list of HTML. */
export const list = (items: readonly string[]) =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

/** A table: plain heads, and rows of HTML. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th>${escapeHTML(text)}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

/** The words of an operator's HTML, in paragraphs: markup of others never becomes markup here. */
export function wordsOf(html: string): string {
  return html
    .replace(/<(style|script)\b.*?<\/\1\s*>/gis, '')
    .replace(/<\/(?:p|h[1-6]|li|tr|div|pre|blockquote)\s*>|<br\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .split(/\n\s*/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('')
}
