import type { Fields, Span } from './scan-fields.ts'

// Finds the fields of multipart/form-data in the raw bytes: https://www.rfc-editor.org/rfc/rfc7578

const BOUNDARY = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i
const NAMES_BOUNDARY = /boundary\s*=/i
const LINE_END = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const CR = 0x0d
const LF = 0x0a
const BLANKS: readonly (number | undefined)[] = [0x20, 0x09]
const HYPHEN = 0x2d
const MAX_HEAD_BYTES = 16 * 1024
/** Real forms have fewer parts; scanning a large body full of parts would delay all other callers. */
const MAX_PARTS = 1000

/** Returns the boundary in a content type; undefined = it is not a form, or names several boundaries. */
export function readBoundary(contentType: string): string | undefined {
  if (contentType.split(NAMES_BOUNDARY).length > 2) return undefined
  const found = BOUNDARY.exec(contentType)
  return found?.[1] ?? found?.[2]
}

/**
 * Returns the parts of a form by name; a part's span is its content. Forms that other parsers could read
 * differently are refused: one could name one model to this server and another to the upstream. Throws a
 * SyntaxError.
 */
export function scanForm(body: Buffer, boundary: string): Fields {
  const spans = new Map<string, Span>()
  const repeated: { name: string; span: Span }[] = []
  const delimiters = findDelimiters(body, Buffer.from(`--${boundary}`))
  if (delimiters.length === 0) throw new SyntaxError('the body is not a form as its content type says')
  if (!delimiters.at(-1)?.closes) throw new SyntaxError('the form is incomplete')
  delimiters.forEach(({ end: head, closes }, index) => {
    const next = delimiters[index + 1]
    if (closes && next) throw new SyntaxError('the form has data after its end')
    if (!next) return
    const end = next.start - LINE_END.length
    const headEnd = body.indexOf(HEAD_END, head)
    if (headEnd < 0 || headEnd + LINE_END.length > end) throw new SyntaxError('a part of the form has no headers')
    if (headEnd - head > MAX_HEAD_BYTES) throw new SyntaxError('the headers of a part are too long')
    const name = readName(body.toString('utf8', head, headEnd))
    const earlier = spans.get(name)
    if (earlier) repeated.push({ name, span: earlier })
    spans.set(name, { name: head, start: Math.min(headEnd + HEAD_END.length, end), end })
  })
  return { spans, repeated, open: 0 }
}

/** A boundary line. `end`: the position after it; `closes`: it is the last one. */
interface Delimiter {
  start: number
  end: number
  closes: boolean
}

/** https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1: such lines must not occur in the content of a part. */
function findDelimiters(body: Buffer, mark: Buffer): Delimiter[] {
  const found: Delimiter[] = []
  for (let start = body.indexOf(mark); start >= 0; start = body.indexOf(mark, start + mark.length)) {
    const before = body[start - 1]
    if (before !== undefined && before !== LF && before !== CR) continue
    found.push(readDelimiter(body, start, start + mark.length))
    if (found.length > MAX_PARTS + 1) throw new SyntaxError(`the form has more than ${MAX_PARTS} parts`)
  }
  return found
}

function readDelimiter(body: Buffer, start: number, behind: number): Delimiter {
  const begins = start === 0 || body.indexOf(LINE_END, start - LINE_END.length) === start - LINE_END.length
  if (begins && body[behind] === HYPHEN && body[behind + 1] === HYPHEN) return { start, end: behind + 2, closes: true }
  let at = behind
  while (BLANKS.includes(body[at])) at += 1
  if (at >= body.length) throw new SyntaxError('the form is incomplete')
  if (!begins || body.indexOf(LINE_END, at) !== at) throw new SyntaxError('a part contains the boundary of the form')
  return { start, end: at + LINE_END.length, closes: false }
}

const DISPOSITION = /^content-disposition:\s*form-data\s*/i
/** Matched one after the other, so that the time is linear in the length of a head. */
const PARAMETER = /;\s*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/y

/** Returns the name of a part. Throws a SyntaxError when its head has none, or more than one. */
function readName(head: string): string {
  const lines = head.split('\r\n')
  const [disposition = '', ...others] = lines.filter((line) => /^\s*content-disposition\s*:/i.test(line))
  const isPlain = others.length === 0 && lines.every((line) => !/^\s|[\r\n\0]/.test(line))
  const names = isPlain ? readNames(disposition) : []
  const [name] = names
  if (names.length !== 1 || name === undefined) {
    throw new SyntaxError('a part of the form has no name, or an ambiguous one')
  }
  return name
}

/** Returns all names in the disposition; undefined for names in the extended form that few parsers support. */
function readNames(disposition: string): (string | undefined)[] {
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

/** Returns the position of the first part of a form; bytes before it are ignored. */
export function formStart(body: Buffer, boundary: string): number {
  return findDelimiters(body, Buffer.from(`--${boundary}`))[0]?.start ?? 0
}

/** Builds a part with a missing field, to be put before the form. */
export function writeFormPart(boundary: string, name: string, text: string): Buffer {
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
}
