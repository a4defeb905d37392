import { readBoundary, scanForm } from './form-fields.ts'

/** What becomes of the parts of a form: another name, or none; others stay as they are. */
export type PartNames = Readonly<Record<string, string | undefined>>

const NAME = /(;\s*name=)(?:"(?:[^"\\]|\\.)*"|[^\s;"]*)/i

/**
 * Returns a form with parts renamed or left out, and the texts of those that were left out. Everything else keeps its
 * bytes. Throws a SyntaxError if it is no form.
 */
export function rewriteForm(
  body: Buffer,
  contentType: string,
  names: PartNames,
): { body: Buffer; dropped: Map<string, string> } {
  const boundary = readBoundary(contentType)
  if (!boundary) throw new SyntaxError('the body is not a form')
  const { spans, repeated } = scanForm(body, boundary)
  const parts = [...[...spans].map(([name, span]) => ({ name, span })), ...repeated]
  const dropped = new Map<string, string>()
  if (!parts.some(({ name }) => Object.hasOwn(names, name))) return { body, dropped }
  const written: Buffer[] = []
  for (const { name, span } of parts.sort((one, other) => one.span.start - other.span.start)) {
    const { name: head, start, end } = span
    const renamed = Object.hasOwn(names, name) ? names[name] : name
    if (renamed === undefined) {
      dropped.set(name, body.toString('utf8', start, end))
      continue
    }
    const headText = body.toString('utf8', head, start)
    const newHead = renamed === name ? headText : headText.replace(NAME, (_, before: string) => `${before}"${renamed}"`)
    written.push(Buffer.from(`--${boundary}\r\n${newHead}`), body.subarray(start, end), Buffer.from('\r\n'))
  }
  written.push(Buffer.from(`--${boundary}--\r\n`))
  return { body: Buffer.concat(written), dropped }
}
