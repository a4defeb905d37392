import { closeSync, fdatasync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { listSegments, segmentPath } from './journal-files.ts'
import { writeRecord } from './journal-format.ts'
import type { JournalRecord, Position } from './records.ts'

const SEGMENT_BYTES = 64 * 1024 * 1024
const SYNC_EVERY_MS = 5
/** Room for what calls that end in the same moment usually write. */
const LINES_BYTES = 256 * 1024
const RETRY_MS = 1000

/** This node's append-only file of what calls cost: written before the last byte of an answer leaves. */
export interface Journal {
  /** Adds a record to the next write. Answers the place behind it. */
  append(record: JournalRecord): Position
  /**
   * Resolves when everything appended so far survives the death of the process; all calls that end in one turn of the
   * event loop share the write. Rejects when the disk refuses: then none of them is in the journal.
   */
  written(): Promise<void>
  /** Resolves when everything written so far survives the death of the machine; calls share one fsync. */
  synced(): Promise<void>
  /** Whether the disk takes appends. After a failure it is tried again, at most once a second. */
  writable(): boolean
  readonly end: Position
  /** Deletes segments that are older than `segment`. */
  dropBefore(segment: number): void
  close(): void
}

/** Opens a new segment behind those that exist. */
export function openJournal(dir: string): Journal {
  mkdirSync(dir, { recursive: true })
  let segment = (listSegments(dir).at(-1) ?? 0) + 1
  let file = openSync(segmentPath(dir, segment), 'a')
  /** Bytes in the file, and with the lines that wait. */
  let size = 0
  let end = 0
  /** Lines that wait for the next write. */
  let lines = Buffer.allocUnsafe(LINES_BYTES)
  let used = 0
  let writing: Promise<void> | undefined
  let syncing: Promise<void> | undefined
  let failedAt = 0

  function append(record: JournalRecord): Position {
    let next = writeRecord(record, lines, used)
    while (next < 0) {
      lines = Buffer.concat([lines], 2 * lines.length)
      next = writeRecord(record, lines, used)
    }
    end += next - used
    used = next
    return { segment, offset: end }
  }

  function flush(): void {
    writing = undefined
    if (used === 0) return
    const bytes = lines.subarray(0, used)
    used = 0
    if (lines.length > LINES_BYTES) lines = Buffer.allocUnsafe(LINES_BYTES)
    try {
      let written = 0
      while (written < bytes.length) written += writeSync(file, bytes, written)
      size = end
      if (size >= SEGMENT_BYTES) rotate()
    } catch (error) {
      failedAt = Date.now()
      // Half a line must not stand in front of the next record.
      ftruncateSync(file, size)
      end = size
      throw error
    }
  }

  function rotate() {
    const full = file
    fdatasync(full, () => closeSync(full))
    segment += 1
    file = openSync(segmentPath(dir, segment), 'a')
    size = 0
    end = 0
  }

  return {
    append,
    written() {
      writing ??= new Promise((resolve, reject) => {
        setImmediate(() => {
          try {
            flush()
            resolve()
          } catch (error) {
            reject(error)
          }
        })
      })
      return writing
    },
    synced() {
      syncing ??= new Promise((resolve, reject) => {
        setTimeout(() => {
          syncing = undefined
          fdatasync(file, (error) => (error ? reject(error) : resolve()))
        }, SYNC_EVERY_MS)
      })
      return syncing
    },
    writable() {
      if (failedAt === 0) return true
      if (Date.now() - failedAt < RETRY_MS) return false
      try {
        append({ t: 'void', id: '' })
        flush()
        failedAt = 0
        return true
      } catch {
        return false
      }
    },
    get end() {
      return { segment, offset: end }
    },
    dropBefore(oldest) {
      for (const number of listSegments(dir)) if (number < oldest) rmSync(segmentPath(dir, number), { force: true })
    },
    close() {
      flush()
      closeSync(file)
    },
  }
}
