import type { Fields, Span } from './scan-fields.ts'

// Fields of multipart/form-data, found in the raw bytes: https://www.rfc-editor.org/rfc/rfc7578

const BOUNDARY = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i
const NAME = /^content-disposition:.*?;\s*name="([^"]*)"/im
const LINE_END = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')

/** The boundary that a content type names; undefined = it is no form. */
export function boundaryOf(contentType: string): string | undefined {
  const found = BOUNDARY.exec(contentType)
  return found?.[1] ?? found?.[2]
}

/** The parts of a form by name; a part's span is its content. Throws a SyntaxError for what is no such form. */
export function scanForm(body: Buffer, boundary: string): Fields {
  const spans = new Map<string, Span>()
  const repeated: { name: string; span: Span }[] = []
  const mark = Buffer.from(`--${boundary}`)
  const between = Buffer.concat([LINE_END, mark])
  let at = body.indexOf(mark)
  if (at < 0) throw new SyntaxError('the body is not the form that its content type announces')
  at += mark.length
  while (body.indexOf(LINE_END, at) === at) {
    const head = at + LINE_END.length
    const headEnd = body.indexOf(HEAD_END, head)
    const end = headEnd < 0 ? -1 : body.indexOf(between, headEnd + LINE_END.length)
    if (end < 0) throw new SyntaxError('the form breaks off')
    const name = NAME.exec(body.toString('utf8', head, headEnd))?.[1]
    if (name !== undefined) {
      const start = Math.min(headEnd + HEAD_END.length, end)
      const earlier = spans.get(name)
      if (earlier) repeated.push({ name, span: earlier })
      spans.set(name, { name: head, start, end })
    }
    at = end + between.length
  }
  return { spans, repeated, open: 0 }
}

/** A part in front of a form, for a field that it lacks. */
export function formPart(boundary: string, name: string, text: string): Buffer {
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
}
