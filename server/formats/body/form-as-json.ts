import { readBoundary, scanForm } from './form-fields.ts'

const HAS_FILE_NAME = /;\s*filename\*?=/i
const CONTENT_TYPE = /^content-type:\s*([\w.+-]+\/[\w.+-]+)/im
const INDEX = /\[\d*\]$/

/**
 * Returns a form as a JSON object: texts as they are, files as lists of data URLs; `image[]` and `image[0]` are
 * `image`. Throws a SyntaxError if it is no form.
 */
export function formAsJson(body: Buffer, contentType: string): Buffer {
  const boundary = readBoundary(contentType)
  if (!boundary) throw new SyntaxError('the body is not a form')
  const { spans, repeated } = scanForm(body, boundary)
  const parts = [...repeated, ...[...spans].map(([name, span]) => ({ name, span }))]
  const texts = new Map<string, string>()
  const files = new Map<string, string[]>()
  for (const { name, span } of parts.sort((one, other) => one.span.start - other.span.start)) {
    const plainName = name.replace(INDEX, '')
    const head = body.toString('utf8', span.name, span.start)
    if (!HAS_FILE_NAME.test(head)) {
      texts.set(plainName, body.toString('utf8', span.start, span.end))
      continue
    }
    const type = CONTENT_TYPE.exec(head)?.[1] ?? 'application/octet-stream'
    const url = `data:${type};base64,${body.toString('base64', span.start, span.end)}`
    files.set(plainName, [...(files.get(plainName) ?? []), url])
  }
  return Buffer.from(JSON.stringify(Object.fromEntries([...texts, ...files])))
}
