import type { JournalRecord } from './records.ts'

/**
 * Writes a record at `at` as one line, `crc32 length json\n` (the length counts the bytes of the JSON). Answers the place
 * behind it, −1 = there might not be room. Nothing is allocated: this is done for every call.
 */
export function writeRecord(record: JournalRecord, into: Buffer, at: number): number {
  const json = JSON.stringify(record)
  const start = at + LONGEST_HEAD
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (start + 3 * json.length >= into.length) return -1
  const length = into.write(json, start, 'utf8')
  const head = `${Bun.hash.crc32(into.subarray(start, start + length)).toString(16)} ${length} `
  into.write(head, at, 'latin1')
  const end = at + head.length + length
  into.copyWithin(at + head.length, start, start + length)
  into[end] = NEWLINE
  return end + 1
}

/** One line of the journal. */
export function encodeRecord(record: JournalRecord): Buffer {
  const line = Buffer.allocUnsafe(LONGEST_HEAD + 3 * JSON.stringify(record).length + 1)
  return line.subarray(0, writeRecord(record, line, 0))
}

/** A record (none in a repaired place) with the offset behind it, or why the bytes at `offset` are none. */
export type Decoded =
  | { record: JournalRecord; next: number }
  | { record: undefined; next: number }
  | { bad: 'torn' | 'corrupt' }

/** First byte of a line that a repair has put in the place of a damaged one; it is skipped. */
export const FILLER = 0x23
const NEWLINE = 10
const SPACE = 32
const LONGEST_HEAD = 24

/** Reads the record at `offset`. `torn`: the bytes end before the record does; `corrupt`: they cannot be a record. */
export function decodeRecord(bytes: Buffer, offset: number): Decoded {
  if (bytes[offset] === FILLER) return { record: undefined, next: bytes.indexOf(NEWLINE, offset) + 1 || bytes.length }
  const first = bytes.indexOf(SPACE, offset)
  const second = first < 0 ? -1 : bytes.indexOf(SPACE, first + 1)
  if (second < 0) return { bad: bytes.length - offset <= LONGEST_HEAD ? 'torn' : 'corrupt' }
  const length = Number(bytes.toString('latin1', first + 1, second))
  if (second - offset > LONGEST_HEAD || !Number.isInteger(length)) return { bad: 'corrupt' }
  const end = second + 1 + length
  if (end >= bytes.length) return { bad: 'torn' }
  const json = bytes.subarray(second + 1, end)
  const checksum = Bun.hash.crc32(json).toString(16)
  if (bytes[end] !== NEWLINE || checksum !== bytes.toString('latin1', offset, first)) return { bad: 'corrupt' }
  return { record: JSON.parse(json.toString('utf8')) as JournalRecord, next: end + 1 }
}
