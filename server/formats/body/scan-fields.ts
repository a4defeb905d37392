import { MAX_JSON_DEPTH } from '#contract/json-depth.ts'
import type { Steps } from '../../platform/async/steps.ts'
import { TOO_DEEP } from '../../platform/json/parse-json.ts'
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './json-bytes.ts'

/** Finds the top-level fields in the raw bytes of a JSON object, parsing as little as possible. */

/** The position of a field's value in the bytes. */
export interface Span {
  /** The opening quote of the field's name. */
  name: number
  start: number
  end: number
}

/** The top-level fields of an object; for a repeated field the last occurrence, as JSON parsers take it. */
export interface Fields {
  spans: ReadonlyMap<string, Span>
  /** Spans of earlier occurrences of repeated fields. */
  repeated: readonly { name: string; span: Span }[]
  /** The position after the opening brace. */
  open: number
}

/** A body with the positions of its fields, so that it is scanned once. */
export interface ScannedBody {
  readonly bytes: Buffer
  readonly fields: Fields
  /** Marks that a search of a large body has not found anywhere in it; absent for others. */
  readonly absent?: ReadonlySet<Buffer>
}

/**
 * Real requests have less than a tenth of it; a large body full of fields would delay all other callers for
 * seconds.
 */
const MAX_FIELDS = 1000
const PLAIN_NAME = /^\w*$/
const NEAR_BYTES = 64
const MIN_VIEWED_BYTES = 1024
/** So many bytes are skipped before others have their turn: a tenth of a millisecond. */
const STEP_BYTES = 128 * 1024
const WORD_BYTES = 4
const QUOTES = 0x22222222
const LOWEST_BITS = 0x01010101
const HIGHEST_BITS = 0x80808080
const ZERO = 0x30
const POINT = 0x2e
const LITERALS = ['true', 'false', 'null']

/** Scans an object's top level without building its values. Throws a SyntaxError for anything but a JSON object. */
export function scanFields(bytes: Buffer): Fields {
  const view = viewOf(bytes)
  const scan = new FieldScan(bytes)
  while (!scan.isDone) scan.addField(skipValue(bytes, scan.valueStart, view))
  return scan
}

/** As `scanFields`, for large bodies: rests within long values. */
export function* scanFieldsInSteps(bytes: Buffer): Steps<Fields> {
  const view = viewOf(bytes)
  const scan = new FieldScan(bytes)
  while (!scan.isDone) {
    scan.addField(yield* skipLongValue(bytes, scan.valueStart, view))
  }
  return scan
}

/** The fields so far, and where the value of the next one begins. */
class FieldScan implements Fields {
  readonly spans = new Map<string, Span>()
  readonly repeated: { name: string; span: Span }[] = []
  readonly open: number
  isDone = false
  valueStart = 0
  #name = ''
  #nameStart = 0

  constructor(private readonly bytes: Buffer) {
    this.open = skipBlank(bytes, 0) + 1
    if (bytes[this.open - 1] !== OPEN_BRACE) throw new SyntaxError('the body is not a JSON object')
    const first = skipBlank(bytes, this.open)
    if (bytes[first] === CLOSE_BRACE) this.#end(first)
    else this.#readName(first)
  }

  /** Adds the field whose value ends here, and goes on to the next one. */
  addField(end: number): void {
    const { bytes, spans, repeated } = this
    const name = this.#name
    const earlier = spans.get(name)
    if (earlier) repeated.push({ name, span: earlier })
    spans.set(name, { name: this.#nameStart, start: this.valueStart, end })
    const at = skipBlank(bytes, end)
    if (bytes[at] === CLOSE_BRACE) {
      this.#end(at)
      return
    }
    expect(bytes, at, COMMA)
    if (spans.size + repeated.length === MAX_FIELDS)
      throw new SyntaxError(`the object has more than ${MAX_FIELDS} fields`)
    this.#readName(skipBlank(bytes, at + 1))
  }

  #readName(at: number): void {
    const end = skipString(this.bytes, at)
    this.#name = readName(this.bytes, at, end)
    this.#nameStart = at
    const colon = skipBlank(this.bytes, end)
    expect(this.bytes, colon, COLON)
    this.valueStart = skipBlank(this.bytes, colon + 1)
  }

  #end(at: number): void {
    if (skipBlank(this.bytes, at + 1) < this.bytes.length)
      throw new SyntaxError('unexpected text after the JSON object')
    this.isDone = true
  }
}

/** The most frequent names: comparing them with the bytes is faster than creating a string. */
const FREQUENT_NAMES = (
  'model messages stream stream_options temperature top_p n stop user tools tool_choice input prompt seed max_tokens ' +
  'max_completion_tokens response_format id object created choices data usage system_fingerprint service_tier'
).split(' ')
const byLength = Map.groupBy(FREQUENT_NAMES, (name) => name.length)
const FREQUENT_BY_LENGTH = Array.from({ length: 32 }, (_, length) => byLength.get(length) ?? [])

function readFrequentName(bytes: Buffer, start: number, end: number): string | undefined {
  for (const name of FREQUENT_BY_LENGTH[end - start] ?? []) if (hasTextAt(name, bytes, start)) return name
  return undefined
}

function hasTextAt(text: string, bytes: Buffer, at: number): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) !== bytes[at + index]) return false
  return true
}

/** Nearly all names are plain; JSON.parse reads the others. */
function readName(bytes: Buffer, start: number, end: number): string {
  const usual = readFrequentName(bytes, start + 1, end - 1)
  if (usual !== undefined) return usual
  const name = bytes.toString('latin1', start + 1, end - 1)
  return PLAIN_NAME.test(name) ? name : (JSON.parse(bytes.toString('utf8', start, end)) as string)
}

/** Returns the parsed value of a field, or undefined. */
export function fieldValue(bytes: Buffer, fields: Fields, name: string): unknown {
  const span = fields.spans.get(name)
  return span && JSON.parse(bytes.toString('utf8', span.start, span.end))
}

/** Returns the next position that is not white space. */
export function skipBlank(bytes: Buffer, at: number): number {
  let next = at
  while (isBlank(bytes[next])) next += 1
  return next
}

export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/**
 * `at` is the position of the opening quote; returns the position after the closing one. Searches quote by quote and
 * looks back from each for backslashes: they are rarer than the letters of a text. `view`: see `viewOf`.
 */
export function skipString(bytes: Buffer, at: number, view?: DataView): number {
  expect(bytes, at, QUOTE)
  return stringEnd(bytes, at + 1, bytes.length, view)
}

/**
 * Returns the position behind the closing quote of the string in which `from` is; or, when that is not found before
 * `most`, the negative position from which to go on.
 */
function stringEnd(bytes: Buffer, from: number, most: number, view: DataView | undefined): number {
  for (let next = from; ; next++) {
    next = findQuote(bytes, next, view)
    if (!isEscaped(bytes, next)) return next + 1
    if (next >= most) return -(next + 1)
  }
}

/** Returns the position of the next quote. Throws a SyntaxError where there is none. */
function findQuote(bytes: Buffer, from: number, view: DataView | undefined): number {
  let at = from
  // Most quotes are near, also in long texts with code: a loop over bytes is faster than a search.
  const near = Math.min(bytes.length, from + NEAR_BYTES)
  if (view !== undefined && near === from + NEAR_BYTES)
    while (at < near && !hasQuote(view.getInt32(at))) at += WORD_BYTES
  while (at < near && bytes[at] !== QUOTE) at += 1
  if (at < near) return at
  const far = bytes.indexOf(QUOTE, near)
  if (far < 0) throw new SyntaxError('unterminated string')
  return far
}

/** Whether one of four bytes is a quote: where a byte of `others` is 0. */
function hasQuote(word: number): boolean {
  const others = word ^ QUOTES
  return ((others - LOWEST_BITS) & ~others & HIGHEST_BITS) !== 0
}

/** Returns a view in which strings are skipped four bytes at a time; of short bytes none, which it would not pay for. */
const viewOf = (bytes: Buffer): DataView | undefined =>
  bytes.length < MIN_VIEWED_BYTES ? undefined : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether an odd number of backslashes stands before a position. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at
  while (bytes[first - 1] === BACKSLASH) first -= 1
  return (at - first) % 2 === 1
}

/** Returns the position behind a value. */
export function skipValue(bytes: Buffer, at: number, view?: DataView): number {
  const first = bytes[at]
  if (first === QUOTE) return skipString(bytes, at, view)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(bytes, at, view)
  let end = at
  while (end < bytes.length && !endsScalar(bytes[end])) end += 1
  // Other scalars are short: JSON.parse checks them.
  if (!isPlainNumber(bytes, at, end) && !isLiteral(bytes, at, end)) JSON.parse(bytes.toString('latin1', at, end))
  return end
}

function isLiteral(bytes: Buffer, start: number, end: number): boolean {
  for (const word of LITERALS) if (word.length === end - start && hasTextAt(word, bytes, start)) return true
  return false
}

/** Whether the bytes are a number without sign, leading zeros and exponent. */
function isPlainNumber(bytes: Buffer, start: number, end: number): boolean {
  const whole = digitsEnd(bytes, start, end)
  if (whole === start || (bytes[start] === ZERO && whole > start + 1)) return false
  if (whole === end) return true
  return bytes[whole] === POINT && whole + 1 < end && digitsEnd(bytes, whole + 1, end) === end
}

function digitsEnd(bytes: Buffer, start: number, end: number): number {
  let at = start
  while (at < end && isDigit(bytes[at])) at += 1
  return at
}

const isDigit = (byte = 0) => byte >= ZERO && byte < ZERO + 10

function endsScalar(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === undefined || byte <= 0x20
}

function skipNested(bytes: Buffer, at: number, view?: DataView): number {
  const skip = { at, depth: 0, isInString: false }
  skipPart(bytes, skip, bytes.length, view)
  return skip.at
}

/** Returns the position behind a value, and rests now and then. */
export function* skipLongValue(bytes: Buffer, at: number, view?: DataView): Steps<number> {
  const first = bytes[at]
  if (first !== QUOTE && first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipValue(bytes, at)
  const skip = { at, depth: 0, isInString: false }
  while (!skipPart(bytes, skip, skip.at + STEP_BYTES, view)) yield
  return skip.at
}

/** A value of which a part is skipped. */
interface Skip {
  at: number
  /** Objects and arrays that are open. */
  depth: number
  isInString: boolean
}

/** Goes on to the end of a value, or to about `most`. Returns whether the value has ended. */
function skipPart(bytes: Buffer, skip: Skip, most: number, view: DataView | undefined): boolean {
  const last = Math.min(most, bytes.length)
  let { at: next, depth, isInString } = skip
  while (next < last) {
    const byte = bytes[next]
    if (isInString || byte === QUOTE) {
      const end = stringEnd(bytes, isInString ? next : next + 1, most, view)
      isInString = end < 0
      next = Math.abs(end)
      if (isInString || depth > 0) continue
    } else {
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth += 1
        if (depth >= MAX_JSON_DEPTH) throw new SyntaxError(TOO_DEEP)
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
      next += 1
    }
    if (depth === 0) {
      skip.at = next
      return true
    }
  }
  if (next >= bytes.length) throw new SyntaxError(isInString ? 'unterminated string' : 'unterminated object or array')
  skip.at = next
  skip.depth = depth
  skip.isInString = isInString
  return false
}

function expect(bytes: Buffer, at: number, byte: number): void {
  if (bytes[at] !== byte) {
    const found = at < bytes.length ? JSON.stringify(String.fromCharCode(bytes[at] ?? 0)) : 'the end'
    throw new SyntaxError(`unexpected ${found} at byte ${at}`)
  }
}
