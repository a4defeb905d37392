/**
 * Decoders of one character. They return its code point, and above that the number of bytes that it takes: one number
 * instead of an object for each character of a text.
 */
export const CODE_BITS = 21
export const CODE_MASK = 2 ** CODE_BITS - 1

/** What stands in place of bytes that are no character. */
const INVALID = (1 << CODE_BITS) | 0xfffd
const LETTER_U = 0x75
const BACKSLASH = 0x5c
/** Bytes of an escape of one letter. */
export const SHORT_ESCAPE_BYTES = 2
const UNIT_BYTES = 6
const FIRST_ASTRAL = 0x10000
/** What an escape of one letter stands for. */
const CONTROLS: Readonly<Record<number, number>> = { 98: 0x08, 102: 0x0c, 110: 0x0a, 114: 0x0d, 116: 0x09 }

/** Decodes a UTF-8 character that is not ASCII. Each byte that belongs to none is a separate character. */
export function decodeCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number
  const second = ((bytes[at + 1] ?? 0) ^ 0x80) as number
  if (first < 0xc2 || first > 0xf4 || second > 0x3f) return INVALID
  if (first < 0xe0) return (2 << CODE_BITS) | ((first & 0x1f) << 6) | second
  const third = (bytes[at + 2] ?? 0) ^ 0x80
  if (third > 0x3f) return INVALID
  if (first < 0xf0) return (3 << CODE_BITS) | ((first & 0x0f) << 12) | (second << 6) | third
  const fourth = (bytes[at + 3] ?? 0) ^ 0x80
  const code = ((first & 0x07) << 18) | (second << 12) | (third << 6) | fourth
  return fourth > 0x3f || code > 0x10ffff ? INVALID : (4 << CODE_BITS) | code
}

/** Decodes an escape of JSON; `at` is the position of its backslash. An unknown one stands for its character. */
export function decodeEscape(bytes: Uint8Array, at: number): number {
  const kind = bytes[at + 1] ?? 0
  const unit = kind === LETTER_U ? hexUnit(bytes, at + 2) : -1
  if (unit < 0) return (SHORT_ESCAPE_BYTES << CODE_BITS) | (kind < 0x80 ? (CONTROLS[kind] ?? kind) : 0xfffd)
  const low = (unit & 0xfc00) === 0xd800 ? lowSurrogate(bytes, at + UNIT_BYTES) : -1
  if (low < 0) return (UNIT_BYTES << CODE_BITS) | unit
  return ((2 * UNIT_BYTES) << CODE_BITS) | (FIRST_ASTRAL + ((unit & 0x3ff) << 10) + (low & 0x3ff))
}

function lowSurrogate(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LETTER_U) return -1
  const unit = hexUnit(bytes, at + 2)
  return (unit & 0xfc00) === 0xdc00 ? unit : -1
}

/** Returns the number that four hexadecimal digits are; negative when they are none. */
function hexUnit(bytes: Uint8Array, at: number): number {
  return (
    (hexDigit(bytes[at]) << 12) |
    (hexDigit(bytes[at + 1]) << 8) |
    (hexDigit(bytes[at + 2]) << 4) |
    hexDigit(bytes[at + 3])
  )
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
