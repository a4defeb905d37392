import { mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { decodeRecord } from './journal-format.ts'
import { type Entry, RECORD_KINDS } from './records.ts'

/** Where a node keeps its segments. */
export const journalDir = (dataDir: string, nodeId: string) => join(dataDir, 'journal', nodeId)
export const segmentPath = (dir: string, segment: number) => join(dir, `${segment}.log`)

/** Numbers of the segments in a folder, ascending. */
export function listSegments(dir: string): number[] {
  mkdirSync(dir, { recursive: true })
  return readdirSync(dir)
    .flatMap((name) => /^(\d+)\.log$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
}

/** A record in the middle of a journal does not pass its checksum. Starting would lose money silently. */
export class JournalCorrupt extends Error {
  constructor(path: string, offset: number) {
    super(
      `the journal ${path} is damaged at byte ${offset}. Stop Switchyard, keep a copy of the file, and run ` +
        '"npm run repair-journal": it saves every sound record and sets the damaged bytes aside.',
    )
    this.name = 'JournalCorrupt'
  }
}

/** A newer version has written what this one does not know. It may be about money: starting would lose it. */
export class JournalFromTheFuture extends Error {
  constructor(path: string, kind: string) {
    super(
      `the journal ${path} holds records of the kind "${kind}", which a newer version has written. Start that version.`,
    )
    this.name = 'JournalFromTheFuture'
  }
}

/**
 * The records of a segment from `offset` on. The last segment's torn end is cut off; other damage, and what is not
 * known, throws.
 */
export function* segmentEntries(dir: string, segment: number, offset: number, isLast: boolean): Generator<Entry> {
  const path = segmentPath(dir, segment)
  const file = readFileSync(path)
  const bytes = isLast ? withoutZeros(file) : file
  let position = offset
  while (position < bytes.length) {
    const decoded = decodeRecord(bytes, position)
    if ('bad' in decoded) {
      if (decoded.bad === 'corrupt' || !isLast) throw new JournalCorrupt(path, position)
      break
    }
    const next = { segment, offset: decoded.next }
    if (decoded.record && !RECORD_KINDS.has(decoded.record.t)) throw new JournalFromTheFuture(path, decoded.record.t)
    if (decoded.record) yield { record: decoded.record, next }
    position = decoded.next
  }
  if (position < file.length) truncateSync(path, position)
}

/** After a power cut a file may end in zeros: its length was stored, its last bytes were not. No record ends in one. */
function withoutZeros(bytes: Buffer): Buffer {
  let end = bytes.length
  while (bytes[end - 1] === 0) end -= 1
  return bytes.subarray(0, end)
}
