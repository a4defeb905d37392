import type { Fields } from './scan-fields.ts'

/** Cheap token counts for holds, and for upstreams that report no usage. Deliberately rough: no model's tokenizer. */

const BYTES_PER_TOKEN = 4
/** What an inline image or file counts as, whatever its size. */
const INLINE_FILE_TOKENS = 1000
const DATA_URL = Buffer.from('"data:')
const LONG_VALUE = 512
const QUOTE = 0x22

const INPUT_FIELDS = ['messages', 'prompt', 'input', 'tools', 'functions', 'response_format']

/** Tokens of a request's input: bytes / 4 of the fields that models read; inline files count flat. */
export function estimateInputTokens(body: Buffer, fields: Fields): number {
  let bytes = 0
  let files = 0
  for (const name of INPUT_FIELDS) {
    const span = fields.spans.get(name)
    if (!span) continue
    bytes += span.end - span.start
    if (span.end - span.start < LONG_VALUE) continue
    for (let at = body.indexOf(DATA_URL, span.start); at >= 0 && at < span.end; ) {
      const close = body.indexOf(QUOTE, at + 1)
      if (close < 0) break
      if (close - at > LONG_VALUE) {
        bytes -= close - at
        files += 1
      }
      at = body.indexOf(DATA_URL, close)
    }
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN) + files * INLINE_FILE_TOKENS
}

/** Tokens of output text, given as UTF-8 bytes: 4 ASCII bytes, or one character of another script, are a token. */
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
