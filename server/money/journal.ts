import { closeSync, fdatasync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { groupSync } from './group-sync.ts'
import { listSegments, segmentPath } from './journal-files.ts'
import { FILLER, lineEncoder } from './journal-format.ts'
import type { Entry, JournalRecord } from './records.ts'

const SEGMENT_BYTES = 64 * 1024 * 1024
const RETRY_MS = 1000
/** What is written to see whether the disk takes a record again: a line that readers skip. */
const TRIAL = Buffer.alloc(1024, FILLER).fill('\n', 1023)

/** This node's append-only file of what calls cost: written before the last byte of an answer leaves. */
export interface Journal {
  /**
   * Writes records: when this returns, they survive the death of the process. Throws when the disk refuses: then none
   * of them is in the journal.
   */
  append<Kind extends JournalRecord>(records: readonly Kind[]): Entry<Kind>[]
  /** Resolves when everything appended so far survives the death of the machine; calls share one fsync. */
  synced(): Promise<void>
  /** Where the last record is. */
  readonly segment: number
  /** Whether the disk takes records. After a failure it is tried again, at most once a second. */
  writable(): boolean
  /** Deletes segments that are older than `segment`. */
  dropBefore(segment: number): void
  close(): void
}

/** Opens a new segment behind those that exist. Every record is synced within about `syncMs`, also if nobody waits. */
export function openJournal(dir: string, syncMs: number, warn: (message: string) => void): Journal {
  mkdirSync(dir, { recursive: true })
  const encode = lineEncoder()
  let segment = (listSegments(dir).at(-1) ?? 0) + 1
  let file = openSync(segmentPath(dir, segment), 'a')
  /** Bytes in the file. */
  let size = 0
  /** By a clock that nobody sets back, in milliseconds; undefined = it takes records. */
  let failedAt: number | undefined
  let closed = false

  const sync = promisify(fdatasync)
  let underWay: Promise<void> = Promise.resolve()
  const synced = groupSync(
    syncMs,
    () => {
      if (closed) return Promise.resolve()
      underWay = sync(file)
      return underWay
    },
    (error) => {
      failedAt = performance.now()
      warn(`the journal could not be synced: ${error}`)
    },
  )

  /** Does something that the disk may refuse. */
  function attempt<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      if (failedAt === undefined) warn(`the journal could not be written: ${error}`)
      failedAt = performance.now()
      // Half a line must not stand in front of the next record.
      ftruncateSync(file, size)
      throw error
    }
  }

  function write(bytes: Buffer): void {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
    size += bytes.length
  }

  function rotate(): void {
    const full = file
    // Who waits for the full segment's sync will get one of the new segment.
    fdatasyncSync(full)
    file = openSync(segmentPath(dir, segment + 1), 'a')
    segment += 1
    size = 0
    // A sync of the full one may be under way: the next begins behind it.
    synced()
      .catch(() => {})
      .finally(() => closeSync(full))
  }

  return {
    append(records) {
      const entries = attempt(() => {
        if (size >= SEGMENT_BYTES) rotate()
        const lines = encode(records, { segment, offset: size })
        write(lines.bytes)
        return lines.entries
      })
      synced()
      return entries
    },
    synced,
    get segment() {
      return segment
    },
    writable() {
      if (failedAt === undefined) return true
      if (performance.now() - failedAt < RETRY_MS) return false
      try {
        attempt(() => write(TRIAL))
        failedAt = undefined
        warn('the journal can be written again')
        return true
      } catch {
        return false
      }
    },
    dropBefore(oldest) {
      for (const number of listSegments(dir)) if (number < oldest) rmSync(segmentPath(dir, number), { force: true })
    },
    close() {
      closed = true
      fdatasyncSync(file)
      // A sync under way would find no file, or whatever was opened next under its number.
      underWay.catch(() => {}).finally(() => closeSync(file))
    },
  }
}
