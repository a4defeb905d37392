import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes from here up would make the first characters likelier than the others. */
const FAIR = 256 - (256 % ALPHABET.length)
const BULK = 4096
const NANOSECONDS = 1_000_000_000

let second = { at: 0, text: '' }

/** The id of one request, as this API family writes it: UTC `YYYYMMDDhhmmss`, nanoseconds, 8 random characters. */
export function newRequestId(now = Date.now(), nanoseconds = Bun.nanoseconds()): string {
  const at = Math.floor(now / 1000)
  if (second.at !== at) second = { at, text: new Date(now).toISOString().replace(/\D/g, '').slice(0, 14) }
  return second.text + String(nanoseconds % NANOSECONDS).padStart(9, '0') + randomText(8)
}

/** Random characters that nobody has had. They are made in bulk: drawing for each text would cost more than a call. */
let unused = ''

/** Unguessable text of digits and letters. */
export function randomText(length: number): string {
  while (unused.length < length) unused += freshText()
  const text = unused.slice(0, length)
  unused = unused.slice(length)
  return text
}

function freshText(): string {
  const bytes = randomFillSync(new Uint8Array(BULK))
  const codes = bytes.filter((byte) => byte < FAIR).map((byte) => ALPHABET.charCodeAt(byte % ALPHABET.length))
  return Buffer.from(codes).toString('latin1')
}
