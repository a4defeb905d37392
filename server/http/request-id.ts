import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The id of one request, as this API family writes it: UTC `YYYYMMDDhhmmss`, nanoseconds, 8 random characters. */
export function newRequestId(now = Date.now(), nanoseconds = process.hrtime.bigint()): string {
  const time = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)
  return time + String(nanoseconds % 1_000_000_000n).padStart(9, '0') + randomText(8)
}

/** Unguessable text of digits and letters. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
