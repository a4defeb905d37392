import { findAtOnce, findInSteps } from '../../../formats/body/find-in-steps.ts'
import { type Fields, skipBlank } from '../../../formats/body/scan-fields.ts'
import type { CallerEmbeddingsDialect } from '../../../formats/dialects/dialect.ts'
import { DEFAULT_RATIOS, type TokenRatios, tokensOf } from '../../../formats/estimates/families.ts'
import { countPieces, type Pieces, TextCounter, type Writing } from '../../../formats/estimates/text-counter.ts'
import { atOnce, SLICED_BYTES, type Steps } from '../../../platform/async/steps.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'

/** Cheap token counts for holds, and for upstreams that report no usage. Uses no model's tokenizer. */

interface Span {
  start: number
  end: number
}

const BYTES_PER_TOKEN = 4
/** The count of an inline image or file, whatever its size. */
const INLINE_FILE_TOKENS = 1000
const DATA = Buffer.from('"data')
/** Where files begin. The second: images that a model has generated, in the next Responses request. */
const FILE_MARKS = [DATA, Buffer.from('"result')]
const LONG_VALUE = 512
/** So many are looked at before others have their turn. */
const MARKS_PER_STEP = 500
const QUOTE = 0x22
const COLON = 0x3a
const BASE64 = /^[\w+/=-]*$/

const INPUT_FIELDS = [
  'messages',
  'texts',
  'system',
  'prompt',
  'input',
  'tools',
  'functions',
  'response_format',
  'contents',
  'systemInstruction',
  'instructions',
  'text',
  'system_instruction',
]

/** Fields that vendors give their models as JSON, with its quotes. */
const JSON_FIELDS = new Set(['tools', 'functions', 'response_format'])
/** Of a longer input only evenly spread parts are counted: the event loop must not wait for it. */
const MAX_COUNTED_BYTES = 32 * 1024
const SAMPLE_BYTES = 256

/** The estimate of a request's input. */
export interface InputEstimate {
  /** Rounded up. */
  readonly tokens: number
  /**
   * What a hold is computed from: not more than a quarter of the bytes, so that no owner whose balance covers a call
   * is refused because of what was learned.
   */
  readonly heldTokens: number
  /** The pieces of the text, where the input is text alone: what ratios are learned from. */
  readonly pieces: Pieces | undefined
}

/** A part of a body without files. */
interface Segment {
  start: number
  end: number
  writing: Writing
}

/** What is counted of an input, before it is known what a piece costs. */
export interface InputMeasure {
  readonly pieces: Pieces
  readonly bytes: number
  readonly files: number
  readonly isText: boolean
}

/** Estimates the input of a request: the fields that models read; each inline file counts a fixed number. */
export function estimateInput(
  body: Buffer,
  fields: Fields,
  ratios: TokenRatios = DEFAULT_RATIOS,
  names: readonly string[] = INPUT_FIELDS,
): InputEstimate {
  return estimateOfMeasure(atOnce(measureInput(body, fields, names)), ratios)
}

export function estimateOfMeasure({ pieces, bytes, files, isText }: InputMeasure, ratios: TokenRatios): InputEstimate {
  const fileTokens = files * INLINE_FILE_TOKENS
  const tokens = Math.ceil(tokensOf(pieces, ratios)) + fileTokens
  const heldTokens = Math.min(tokens, Math.ceil(bytes / BYTES_PER_TOKEN) + fileTokens)
  return { tokens, heldTokens, pieces: isText ? pieces : undefined }
}

/**
 * Returns the most tokens that an input can be held for, by its length; undefined = it may hold files, which count by
 * number.
 */
export function boundOfInput(
  body: Buffer,
  { spans }: Fields,
  names: readonly string[] = INPUT_FIELDS,
): number | undefined {
  let bytes = 0
  for (const name of names) {
    const span = spans.get(name)
    if (!span) continue
    const length = span.end - span.start
    if (length >= LONG_VALUE && mayHave(body, FILE_MARKS, span)) return undefined
    bytes += length
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** Measures an input for its estimate; rests between the searches of a long one. */
export function* measureInput(
  body: Buffer,
  fields: Fields,
  names: readonly string[] = INPUT_FIELDS,
): Steps<InputMeasure> {
  const segments: Segment[] = []
  let files = 0
  for (const name of names) {
    const span = fields.spans.get(name)
    if (!span) continue
    const isLong = span.end - span.start >= LONG_VALUE
    const found = isLong && mayHave(body, FILE_MARKS, span) ? yield* findFiles(body, span) : []
    files += found.length
    const marks = mayHave(body, [CACHE_MARK], span) ? yield* findCacheMarks(body, span) : []
    segments.push(...withoutParts(span, [...found, ...marks], JSON_FIELDS.has(name) ? 'plain' : 'body'))
    if (isLong) yield
  }
  const bytes = segments.reduce((sum, { start, end }) => sum + end - start, 0)
  const pieces = countSegments(body, segments, bytes)
  const isText = files === 0 && bytes <= MAX_COUNTED_BYTES && isTextInput(body, fields, names)
  return { pieces, bytes, files, isText }
}

/** Whether one of these may stand in a span. Most have none, which is found without steps unless the body is large. */
const mayHave = (body: Buffer, marks: readonly Buffer[], { start, end }: Span): boolean =>
  body.length > SLICED_BYTES || marks.some((mark) => findAtOnce(body, mark, start, end) >= 0)

/** Counts the segments of an input, or evenly spread parts of them. */
function countSegments(body: Buffer, segments: readonly Segment[], bytes: number): Pieces {
  const counter = new TextCounter()
  if (bytes <= MAX_COUNTED_BYTES) {
    for (const { start, end, writing } of segments) counter.add(body, start, end, writing)
    return counter.pieces
  }
  const step = (SAMPLE_BYTES * bytes) / MAX_COUNTED_BYTES
  let counted = 0
  /** How far into a segment the next sample begins. */
  let offset = 0
  for (const { start, end, writing } of segments) {
    let at = start + offset
    for (; at < end; at += step) {
      const from = Math.floor(at)
      const to = Math.min(end, from + SAMPLE_BYTES)
      counter.add(body, from, to, writing)
      counted += to - from
    }
    offset = at - end
  }
  return counter.pieces.map((count) => (count * bytes) / counted)
}

/** Fields that add something to the input which is not in its texts. */
const HIDDEN_INPUT = [
  ...['tools', 'functions', 'response_format', 'text', 'web_search_options', 'plugins', 'documents'],
  ...['previous_response_id', 'conversation', 'cachedContent', 'cached_content', 'thinking'],
]
/** What stands in an input that is more than text: media, files, calls of tools, reasoning. */
const NO_TEXT_MARKS = [
  '_url"',
  '"image',
  '"file',
  '"source"',
  'Data"',
  '_data"',
  '_audio"',
  '"tool',
  '"function',
  '"thinking',
]
const NO_TEXT = NO_TEXT_MARKS.map((mark) => Buffer.from(mark))

/** Whether a model reads nothing but the texts of these fields. */
function isTextInput(body: Buffer, { spans }: Fields, names: readonly string[]): boolean {
  if (HIDDEN_INPUT.some((name) => spans.has(name))) return false
  return names.every((name) => {
    const span = spans.get(name)
    return !span || !NO_TEXT.some((mark) => findAtOnce(body, mark, span.start, span.end) >= 0)
  })
}

/** Returns what is left of a span without some parts of it. */
function withoutParts(span: Span, parts: readonly Span[], writing: Writing): Segment[] {
  const left: Segment[] = []
  let start = span.start
  for (const part of parts.toSorted((one, other) => one.start - other.start)) {
    if (part.start > start) left.push({ start, end: part.start, writing })
    start = Math.max(start, part.end)
  }
  if (span.end > start) left.push({ start, end: span.end, writing })
  return left
}

function* findFiles(body: Buffer, span: Span): Steps<Span[]> {
  const files: Span[] = []
  for (const mark of FILE_MARKS) {
    let marks = 0
    for (let at = yield* findInSteps(body, mark, span.start, span.end); at >= 0; ) {
      const file = inlineFile(body, at, mark)
      if (file) files.push(file)
      at = yield* findInSteps(body, mark, file ? file.end : at + 1, span.end)
      if (++marks % MARKS_PER_STEP === 0) yield
    }
    yield
  }
  return files
}

const CACHE_MARK = Buffer.from('"cache_control"')
const CLOSE_BRACE = 0x7d

/** Finds cache marks, which no model reads: `"cache_control":{"type":"ephemeral"}`. */
function* findCacheMarks(body: Buffer, { start, end }: Span): Steps<Span[]> {
  const marks: Span[] = []
  if (end - start < CACHE_MARK.length) return marks
  const part = body.subarray(start, end)
  for (let at = yield* findInSteps(part, CACHE_MARK); at >= 0; at = yield* findInSteps(part, CACHE_MARK, at + 1)) {
    const close = part.indexOf(CLOSE_BRACE, at)
    if (close > 0) marks.push({ start: start + at, end: start + close + 1 })
    if (marks.length % MARKS_PER_STEP === 0) yield
  }
  return marks
}

/**
 * Estimates the tokens of the texts of an embeddings call, where the JSON around each can be longer than the text.
 */
export function estimateEmbeddingTokens(body: Buffer, caller: CallerEmbeddingsDialect, ratios: TokenRatios): number {
  try {
    const { texts } = caller.readRequest(parseJson(body.toString('utf8')) as object)
    return Math.ceil(texts.reduce((tokens, text) => tokens + estimateTokens(text, ratios), 0))
  } catch {
    // No upstream gets an invalid request.
    return 0
  }
}

/**
 * Returns the long file that begins at a mark, as a text between its quotes: a data URL, or the raw base64 of a
 * field `data` (https://platform.openai.com/docs/guides/audio) or `result`.
 */
function inlineFile(body: Buffer, at: number, mark: Buffer): Span | undefined {
  const behind = at + mark.length
  const isUrl = mark === DATA && body[behind] === COLON
  const start = isUrl ? at : body[behind] === QUOTE ? textAfterName(body, behind + 1) : -1
  const end = start < 0 ? -1 : body.indexOf(QUOTE, start + 1)
  if (end - start <= LONG_VALUE) return undefined
  const isFile = isUrl || BASE64.test(body.toString('latin1', start + 1, start + LONG_VALUE))
  return isFile ? { start, end } : undefined
}

/** Returns the position of the opening quote of the text after a field's name, −1 when the value is not a text. */
function textAfterName(body: Buffer, at: number): number {
  const colon = skipBlank(body, at)
  const start = skipBlank(body, colon + 1)
  return body[colon] === COLON && body[start] === QUOTE ? start : -1
}

/** Estimates the tokens of a text; not rounded. */
export function estimateTokens(text: string, ratios: TokenRatios = DEFAULT_RATIOS): number {
  return tokensOf(countPieces(text), ratios)
}
