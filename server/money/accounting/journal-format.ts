import { crc32 } from 'node:zlib'
import { writeDecimal, writeHex } from '../../wire/http1/shared/bytes.ts'
import { readRecord, recordText } from './record-text.ts'
import type { Entry, JournalLine, JournalRecord, Position } from './records.ts'

/**
 * First byte of a line without a record, which a repair puts in the place of a damaged one. Readers skip the line.
 */
export const FILLER = 0x23
export const NEWLINE = 10
const SPACE = 32
/** Longest checksum and length, each with its space. */
const MAX_HEADER_BYTES = 24
const INITIAL_BYTES = 64 * 1024

/** Lines as they are appended to a journal, and the records in them with their positions. */
export interface EncodedLines<Kind extends JournalRecord> {
  bytes: Buffer
  entries: Entry<Kind>[]
}

/**
 * Returns an encoder that turns records into lines, `crc32 length json\n` (the length counts the bytes of the
 * JSON), for a position. The lines are valid until the next call, which reuses the same memory. Terms stand in
 * front of the first charge of the segment that names them.
 */
export function createLineEncoder() {
  let bytes = Buffer.allocUnsafe(INITIAL_BYTES)
  /** Ids of the terms that the segment holds up to the last lines. */
  const writtenTerms = new Set<number>()
  let end: Position = { segment: 0, offset: 0 }

  function put(line: JournalLine, at: number): number {
    const json = recordText(line)
    // A UTF-16 unit takes at most three bytes of UTF-8.
    const maxEnd = at + MAX_HEADER_BYTES + 3 * json.length + 1
    if (maxEnd > bytes.length) bytes = Buffer.concat([bytes], 2 * maxEnd)
    return writeLine(json, bytes, at)
  }

  return <Kind extends JournalRecord>(records: readonly Kind[], { segment, offset }: Position): EncodedLines<Kind> => {
    // A new segment has no terms, and lines that were not written have left none.
    if (segment !== end.segment || offset !== end.offset) writtenTerms.clear()
    let at = 0
    const entries = records.map((record) => {
      if (record.t === 'charge' && record.terms && !writtenTerms.has(record.terms.id)) {
        at = put({ t: 'terms', ...record.terms }, at)
        writtenTerms.add(record.terms.id)
      }
      at = put(record, at)
      return { record, next: { segment, offset: offset + at } }
    })
    end = { segment, offset: offset + at }
    return { bytes: bytes.subarray(0, at), entries }
  }
}

/**
 * Writes a line at `at` and returns the offset behind it. `length` is the byte length of the JSON, first taken to
 * be ASCII, as nearly all is.
 */
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

/**
 * A line's record (undefined for a filler line) with the offset behind it, or why the bytes at `offset` are no
 * record.
 */
export type Decoded =
  | { record: JournalLine; next: number }
  | { record: undefined; next: number }
  | { bad: 'torn' | 'corrupt' }

/**
 * Decodes the record at `offset`. `torn`: the bytes end before the record does; `corrupt`: they cannot be a record.
 */
export function decodeRecord(bytes: Buffer, offset: number): Decoded {
  if (bytes[offset] === FILLER) return { record: undefined, next: bytes.indexOf(NEWLINE, offset) + 1 || bytes.length }
  const first = bytes.indexOf(SPACE, offset)
  const second = first < 0 ? -1 : bytes.indexOf(SPACE, first + 1)
  if (second < 0) return { bad: bytes.length - offset <= MAX_HEADER_BYTES ? 'torn' : 'corrupt' }
  const length = Number(bytes.toString('latin1', first + 1, second))
  if (second - offset > MAX_HEADER_BYTES || !Number.isInteger(length)) return { bad: 'corrupt' }
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
