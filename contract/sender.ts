/** Sender of mails. */
export interface Sender {
  /** "" = no name. */
  name: string
  address: string
}

const ADDRESS = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/
const NAMED = /^(?:"((?:[^"\\]|\\.)*)"|([^"<>]*?))\s*<([^<>]*)>$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x1f\x7f]/

/**
 * Reads one mail address with or without a display name: `a@b.c`, `Name <a@b.c>` or `"Name, Inc." <a@b.c>`. Returns
 * undefined for other texts, such as a list of addresses. https://www.rfc-editor.org/rfc/rfc5322#section-3.4
 */
export function readSender(text: string): Sender | undefined {
  const trimmed = text.trim()
  if (CONTROL.test(trimmed)) return undefined
  if (ADDRESS.test(trimmed)) return { name: '', address: trimmed }
  const [, quoted, bare = '', address = ''] = NAMED.exec(trimmed) ?? []
  if (!ADDRESS.test(address.trim())) return undefined
  const name = quoted?.replace(/\\(.)/g, '$1') ?? bare
  return { name: name.trim(), address: address.trim() }
}
