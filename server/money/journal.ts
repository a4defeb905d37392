import { closeSync, fdatasync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { listSegments, segmentPath } from './journal-files.ts'
import { encodeRecord } from './journal-format.ts'
import type { JournalRecord, Position } from './records.ts'

const SEGMENT_BYTES = 64 * 1024 * 1024
const SYNC_EVERY_MS = 5

/** This node's append-only file of what calls cost: written before the last byte of an answer leaves. */
export interface Journal {
  /** Appends a record; it survives the death of the process at once. Throws when the disk refuses. */
  append(record: JournalRecord): Position
  /** Resolves when everything appended so far survives the death of the machine. */
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
  let size = 0
  let syncing: Promise<void> | undefined
  let failedAt = 0

  function append(record: JournalRecord): Position {
    const line = encodeRecord(record)
    if (size + line.length > SEGMENT_BYTES && size > 0) rotate()
    try {
      let written = 0
      while (written < line.length) written += writeSync(file, line, written)
    } catch (error) {
      failedAt = Date.now()
      // Half a line must not stand in front of the next record.
      ftruncateSync(file, size)
      throw error
    }
    size += line.length
    return { segment, offset: size }
  }

  function rotate() {
    const full = file
    fdatasync(full, () => closeSync(full))
    segment += 1
    file = openSync(segmentPath(dir, segment), 'a')
    size = 0
  }

  return {
    append,
    synced() {
      // Whoever comes within the group's time shares one fsync.
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
      if (Date.now() - failedAt < 1000) return false
      try {
        append({ t: 'void', id: '' })
        failedAt = 0
        return true
      } catch {
        return false
      }
    },
    get end() {
      return { segment, offset: size }
    },
    dropBefore(oldest) {
      for (const number of listSegments(dir)) if (number < oldest) rmSync(segmentPath(dir, number), { force: true })
    },
    close: () => closeSync(file),
  }
}
