import { crc32 } from 'node:zlib'
import { writeDecimal, writeHex } from '../http1/shared/digits.ts'
import { readRecord, recordText } from './record-text.ts'
import type { Entry, JournalLine, JournalRecord, Position } from './records.ts'

/** First byte of a line that holds no record, as a repair puts in the place of a damaged one; it is skipped. */
export const FILLER = 0x23
export const NEWLINE = 10
const SPACE = 32
/** Longest checksum and length, each with its space. */
const LONGEST_HEAD = 24
const USUAL_BYTES = 64 * 1024

/** Lines as they are appended to a journal, and the records in them with their places. */
export interface Lines<Kind extends JournalRecord> {
  bytes: Buffer
  entries: Entry<Kind>[]
}

/**
 * Makes lines of records, `crc32 length json\n` (the length counts the bytes of the JSON), that will stand at a place.
 * They are good until the next are made: all are made in the same memory. Terms stand in front of the first charge of
 * the segment that names them.
 */
export function lineEncoder() {
  let bytes = Buffer.allocUnsafe(USUAL_BYTES)
  /** Ids of the terms in the segment, as far as the last lines reach. */
  const stated = new Set<number>()
  let reached: Position = { segment: 0, offset: 0 }

  function put(line: JournalLine, at: number): number {
    const json = recordText(line)
    // A UTF-16 unit takes at most three bytes of UTF-8.
    const most = at + LONGEST_HEAD + 3 * json.length + 1
    if (most > bytes.length) bytes = Buffer.concat([bytes], 2 * most)
    return writeLine(json, bytes, at)
  }

  return <Kind extends JournalRecord>(records: readonly Kind[], { segment, offset }: Position): Lines<Kind> => {
    // A new segment has no terms, and lines that were not written have left none.
    if (segment !== reached.segment || offset !== reached.offset) stated.clear()
    let at = 0
    const entries = records.map((record) => {
      if (record.t === 'charge' && record.terms && !stated.has(record.terms.id)) {
        at = put({ t: 'terms', ...record.terms }, at)
        stated.add(record.terms.id)
      }
      at = put(record, at)
      return { record, next: { segment, offset: offset + at } }
    })
    reached = { segment, offset: offset + at }
    return { bytes: bytes.subarray(0, at), entries }
  }
}

/** Writes a line at `at` and answers the place behind it. `length` is that of the JSON in bytes: nearly all is ASCII. */
function writeLine(json: string, bytes: Buffer, at: number, length = json.length): number {
  let start = writeHex(bytes, at, crc32(json))
  bytes[start++] = SPACE
  start = writeDecimal(bytes, start, length)
  bytes[start++] = SPACE
  const written = bytes.write(json, start, 'utf8')
  if (written !== length) return writeLine(json, bytes, at, written)
  bytes[start + written] = NEWLINE
  return start + written + 1
}

/** A line's record (none in a filled place) with the offset behind it, or why the bytes at `offset` are none. */
export type Decoded =
  | { record: JournalLine; next: number }
  | { record: undefined; next: number }
  | { bad: 'torn' | 'corrupt' }

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
  const checksum = crc32(json).toString(16)
  if (bytes[end] !== NEWLINE || checksum !== bytes.toString('latin1', offset, first)) return { bad: 'corrupt' }
  try {
    return { record: readRecord(json.toString('utf8')), next: end + 1 }
  } catch {
    return { bad: 'corrupt' }
  }
}
