import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes from this value up are rejected: they would make the first characters more likely than the others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)
const BULK_BYTES = 4096
/** The letter that each byte stands for. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, byte) => ALPHABET.charCodeAt(byte % ALPHABET.length))
const NANOSECONDS = 1_000_000_000
/** All three-digit numbers as texts: joining them is faster than formatting a long number. */
const THREE_DIGITS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))

let second = { at: 0, text: '' }

/**
 * Returns a new request id in the format of this API family: UTC `YYYYMMDDhhmmss`, nanoseconds, 8 random
 * characters.
 */
export function newRequestId(now = Date.now(), nanoseconds = Bun.nanoseconds()): string {
  const at = Math.floor(now / 1000)
  if (second.at !== at) second = { at, text: new Date(now).toISOString().replace(/\D/g, '').slice(0, 14) }
  const fraction = nanoseconds % NANOSECONDS
  return second.text + digits(fraction / 1_000_000) + digits(fraction / 1000) + digits(fraction) + randomText(8)
}

/** Returns the last three digits before the decimal point. */
const digits = (number: number) => THREE_DIGITS[Math.floor(number) % 1000] ?? ''

/**
 * Random characters, and how many of them are used. They are generated in bulk, which is cheaper than drawing each
 * text.
 */
let pool = ''
let used = 0

/** Returns an unguessable text of digits and letters. */
export function randomText(length: number): string {
  while (used + length > pool.length) {
    pool = pool.slice(used) + createPool()
    used = 0
  }
  const text = pool.slice(used, used + length)
  used += length
  return text
}

function createPool(): string {
  const bytes = randomFillSync(Buffer.allocUnsafe(BULK_BYTES))
  let used = 0
  for (let at = 0; at < BULK_BYTES; at++) {
    const byte = bytes[at] as number
    if (byte < FAIR_BYTES) bytes[used++] = LETTERS[byte] as number
  }
  return bytes.toString('latin1', 0, used)
}
