import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes from here up would make the first characters likelier than the others. */
const FAIR = 256 - (256 % ALPHABET.length)
const NANOSECONDS = 1_000_000_000

let second = { at: 0, text: '' }

/** The id of one request, as this API family writes it: UTC `YYYYMMDDhhmmss`, nanoseconds, 8 random characters. */
export function newRequestId(now = Date.now(), nanoseconds = Bun.nanoseconds()): string {
  const at = Math.floor(now / 1000)
  if (second.at !== at) second = { at, text: new Date(now).toISOString().replace(/\D/g, '').slice(0, 14) }
  return second.text + String(nanoseconds % NANOSECONDS).padStart(9, '0') + randomText(8)
}

const pool = new Uint8Array(4096)
let unused = 0

/** Unguessable text of digits and letters. Random bytes are drawn in bulk: one draw each would cost more than a call. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    if (unused === 0) unused = randomFillSync(pool).length
    const byte = pool[--unused] ?? 0
    if (byte < FAIR) text += ALPHABET[byte % ALPHABET.length]
  }
  return text
}
