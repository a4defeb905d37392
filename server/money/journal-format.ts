import type { JournalRecord } from './records.ts'

/** One line of the journal: `crc32 length json\n`; the length counts the bytes of the JSON. */
export function encodeRecord(record: JournalRecord): Buffer {
  const json = Buffer.from(JSON.stringify(record))
  const head = `${Bun.hash.crc32(json).toString(16)} ${json.length} `
  const line = Buffer.allocUnsafe(head.length + json.length + 1)
  line.write(head, 0, 'latin1')
  json.copy(line, head.length)
  line[line.length - 1] = NEWLINE
  return line
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
