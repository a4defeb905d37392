import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes from here up would make the first characters likelier than the others. */
const FAIR = 256 - (256 % ALPHABET.length)
const BULK = 4096
const NANOSECONDS = 1_000_000_000
/** All numbers of three digits: to make a text of a long number costs more than to put these together. */
const THREE_DIGITS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))

let second = { at: 0, text: '' }

/** The id of one request, as this API family writes it: UTC `YYYYMMDDhhmmss`, nanoseconds, 8 random characters. */
export function newRequestId(now = Date.now(), nanoseconds = Bun.nanoseconds()): string {
  const at = Math.floor(now / 1000)
  if (second.at !== at) second = { at, text: new Date(now).toISOString().replace(/\D/g, '').slice(0, 14) }
  const fraction = nanoseconds % NANOSECONDS
  return second.text + digits(fraction / 1_000_000) + digits(fraction / 1000) + digits(fraction) + randomText(8)
}

/** The last three digits before the point. */
const digits = (number: number) => THREE_DIGITS[Math.floor(number) % 1000] ?? ''

/** Random characters, and how many of them are taken. They are made in bulk: to draw for each text costs more. */
let fresh = ''
let taken = 0

/** Unguessable text of digits and letters. */
export function randomText(length: number): string {
  while (taken + length > fresh.length) {
    fresh = fresh.slice(taken) + freshText()
    taken = 0
  }
  const text = fresh.slice(taken, taken + length)
  taken += length
  return text
}

function freshText(): string {
  const bytes = randomFillSync(Buffer.allocUnsafe(BULK))
  let used = 0
  for (const byte of bytes) if (byte < FAIR) bytes[used++] = ALPHABET.charCodeAt(byte % ALPHABET.length)
  return bytes.toString('latin1', 0, used)
}
