import type { Fields, Span } from './scan-fields.ts'

// Fields of multipart/form-data, found in the raw bytes: https://www.rfc-editor.org/rfc/rfc7578

const BOUNDARY = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i
const NAMES_BOUNDARY = /boundary\s*=/i
const LINE_END = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const CR = 0x0d
const LF = 0x0a
const BLANKS: readonly (number | undefined)[] = [0x20, 0x09]
const HYPHEN = 0x2d
const MOST_HEAD_BYTES = 16 * 1024
/** Nobody fills in more; a long body made of parts would keep everybody waiting. */
const MOST_PARTS = 1000

/** The boundary that a content type names; undefined = it is no form, or names several. */
export function boundaryOf(contentType: string): string | undefined {
  if (contentType.split(NAMES_BOUNDARY).length > 2) return undefined
  const found = BOUNDARY.exec(contentType)
  return found?.[1] ?? found?.[2]
}

/**
 * The parts of a form by name; a part's span is its content. What other readers could take for something else than we
 * do is refused, or a form could name one model to us and another to the upstream. Throws a SyntaxError.
 */
export function scanForm(body: Buffer, boundary: string): Fields {
  const spans = new Map<string, Span>()
  const repeated: { name: string; span: Span }[] = []
  const delimiters = delimitersIn(body, Buffer.from(`--${boundary}`))
  if (delimiters.length === 0) throw new SyntaxError('the body is not the form that its content type announces')
  if (!delimiters.at(-1)?.closes) throw new SyntaxError('the form breaks off')
  delimiters.forEach(({ end: head, closes }, index) => {
    const next = delimiters[index + 1]
    if (closes && next) throw new SyntaxError('the form goes on behind its end')
    if (!next) return
    const end = next.start - LINE_END.length
    const headEnd = body.indexOf(HEAD_END, head)
    if (headEnd < 0 || headEnd + LINE_END.length > end) throw new SyntaxError('a part of the form has no head')
    if (headEnd - head > MOST_HEAD_BYTES) throw new SyntaxError('the head of a part is too long')
    const name = nameIn(body.toString('utf8', head, headEnd))
    const earlier = spans.get(name)
    if (earlier) repeated.push({ name, span: earlier })
    spans.set(name, { name: head, start: Math.min(headEnd + HEAD_END.length, end), end })
  })
  return { spans, repeated, open: 0 }
}

/** A line between parts. `end`: behind it; `closes`: it is the last. */
interface Delimiter {
  start: number
  end: number
  closes: boolean
}

/** https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1: such lines must not stand in the content of a part. */
function delimitersIn(body: Buffer, mark: Buffer): Delimiter[] {
  const found: Delimiter[] = []
  for (let start = body.indexOf(mark); start >= 0; start = body.indexOf(mark, start + mark.length)) {
    const before = body[start - 1]
    if (before !== undefined && before !== LF && before !== CR) continue
    found.push(delimiterAt(body, start, start + mark.length))
    if (found.length > MOST_PARTS + 1) throw new SyntaxError(`the form has more than ${MOST_PARTS} parts`)
  }
  return found
}

function delimiterAt(body: Buffer, start: number, behind: number): Delimiter {
  const begins = start === 0 || body.indexOf(LINE_END, start - LINE_END.length) === start - LINE_END.length
  if (begins && body[behind] === HYPHEN && body[behind + 1] === HYPHEN) return { start, end: behind + 2, closes: true }
  let at = behind
  while (BLANKS.includes(body[at])) at += 1
  if (at >= body.length) throw new SyntaxError('the form breaks off')
  if (!begins || body.indexOf(LINE_END, at) !== at) throw new SyntaxError('the boundary of the form stands in a part')
  return { start, end: at + LINE_END.length, closes: false }
}

const DISPOSITION = /^content-disposition:\s*form-data\s*/i
/** Read one after the other, so that no head takes longer than its length. */
const PARAMETER = /;\s*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/y

/** The name of a part. Throws a SyntaxError when its head has none, or more than one. */
function nameIn(head: string): string {
  const lines = head.split('\r\n')
  const [disposition = '', ...others] = lines.filter((line) => /^\s*content-disposition\s*:/i.test(line))
  const isPlain = others.length === 0 && lines.every((line) => !/^\s|[\r\n\0]/.test(line))
  const names = isPlain ? namesIn(disposition) : []
  const [name] = names
  if (names.length !== 1 || name === undefined) {
    throw new SyntaxError('a part of the form has no name, or an unclear one')
  }
  return name
}

/** All names in the disposition; undefined for those in a form that few understand. */
function namesIn(disposition: string): (string | undefined)[] {
  const names: (string | undefined)[] = []
  PARAMETER.lastIndex = DISPOSITION.exec(disposition)?.[0].length ?? disposition.length
  let end = PARAMETER.lastIndex
  for (let found = PARAMETER.exec(disposition); found; found = PARAMETER.exec(disposition)) {
    const [, key = '', quoted, plain = ''] = found
    end = PARAMETER.lastIndex
    if (/^name\*/i.test(key)) names.push(undefined)
    else if (/^name$/i.test(key)) names.push(quoted?.replace(/\\(.)/g, '$1') ?? plain)
  }
  return /^;?\s*$/.test(disposition.slice(end)) ? names : []
}

/** Where the first part of a form begins; whatever is in front of it says nothing. */
export function formStart(body: Buffer, boundary: string): number {
  return delimitersIn(body, Buffer.from(`--${boundary}`))[0]?.start ?? 0
}

/** A part in front of a form, for a field that it lacks. */
export function formPart(boundary: string, name: string, text: string): Buffer {
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
}
