import { type Fields, skipBlank } from '../../body/scan-fields.ts'
import type { CallerEmbeddingsDialect } from '../../dialects/dialect.ts'

/**
 * Cheap token counts for holds, and for upstreams that report no usage. Deliberately rough: uses no model's
 * tokenizer.
 */

const BYTES_PER_TOKEN = 4
/** The count of an inline image or file, whatever its size. */
const INLINE_FILE_TOKENS = 1000
const DATA = Buffer.from('"data')
/** Where files begin. The second: images that a model has generated, in the next Responses request. */
const FILE_MARKS = [DATA, Buffer.from('"result')]
const LONG_VALUE = 512
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

/**
 * Estimates the tokens of a request's input: bytes / 4 of the fields that models read; each inline file counts a
 * fixed number.
 */
export function estimateInputTokens(body: Buffer, fields: Fields, names: readonly string[] = INPUT_FIELDS): number {
  let bytes = 0
  let files = 0
  for (const name of names) {
    const span = fields.spans.get(name)
    if (!span) continue
    bytes += span.end - span.start - cacheMarkBytes(body, span.start, span.end)
    if (span.end - span.start < LONG_VALUE) continue
    for (const mark of FILE_MARKS) {
      for (let at = body.indexOf(mark, span.start); at >= 0 && at < span.end; ) {
        const file = inlineFile(body, at, mark)
        if (file) {
          bytes -= file.end - file.start
          files += 1
        }
        at = body.indexOf(mark, file ? file.end : at + 1)
      }
    }
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN) + files * INLINE_FILE_TOKENS
}

const CACHE_MARK = Buffer.from('"cache_control"')
const CLOSE_BRACE = 0x7d

/** Returns the bytes of cache marks, which no model reads: `"cache_control":{"type":"ephemeral"}`. */
function cacheMarkBytes(body: Buffer, start: number, end: number): number {
  if (end - start < CACHE_MARK.length) return 0
  const part = body.subarray(start, end)
  let bytes = 0
  for (let at = part.indexOf(CACHE_MARK); at >= 0; at = part.indexOf(CACHE_MARK, at + 1)) {
    const close = part.indexOf(CLOSE_BRACE, at)
    if (close > 0) bytes += close + 1 - at
  }
  return bytes
}

/**
 * Estimates the tokens of the texts of an embeddings call, where the JSON around each can be longer than the text.
 */
export function estimateEmbeddingTokens(body: Buffer, caller: CallerEmbeddingsDialect): number {
  try {
    const { texts } = caller.readRequest(JSON.parse(body.toString('utf8')))
    return Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / BYTES_PER_TOKEN)
  } catch {
    // No upstream gets an invalid request.
    return 0
  }
}

/**
 * Returns the long file that begins at a mark, as a text between its quotes: a data URL, or the raw base64 of a
 * field `data` (https://platform.openai.com/docs/guides/audio) or `result`.
 */
function inlineFile(body: Buffer, at: number, mark: Buffer): { start: number; end: number } | undefined {
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

/**
 * Estimates the tokens of output text, given as UTF-8 bytes: 4 ASCII bytes, or one character of another script, are
 * a token.
 */
export function estimateTextTokens(bytes: Uint8Array, start: number, end: number): number {
  let ascii = 0
  let others = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) ascii += 1
    else if (byte >= 0xc0) others += 1
  }
  return ascii / BYTES_PER_TOKEN + others
}

/** Estimates the tokens of a text. */
export function estimateTokens(text: string): number {
  const bytes = Buffer.from(text)
  return estimateTextTokens(bytes, 0, bytes.length)
}
