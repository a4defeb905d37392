import { closeSync, fdatasync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { listSegments, segmentPath } from './journal-files.ts'
import { createLineEncoder, FILLER } from './journal-format.ts'
import type { Entry, JournalRecord } from './records.ts'

const SEGMENT_BYTES = 64 * 1024 * 1024
const RETRY_MS = 1000
/** Written to check whether the disk takes a record again: a line that readers skip. */
const PROBE_LINE = Buffer.alloc(1024, FILLER).fill('\n', 1023)

/** This node's append-only file of charges. A charge is written before the last byte of its answer is sent. */
export interface Journal {
  /**
   * Writes records. When this returns, they survive the death of the process. Throws when the disk refuses; then
   * none of them is in the journal.
   */
  append<Kind extends JournalRecord>(records: readonly Kind[]): Entry<Kind>[]
  /** Resolves when everything appended so far survives the death of the machine. Calls share one fsync. */
  synced(): Promise<void>
  /** The segment of the last record. */
  readonly segment: number
  /** Whether the disk takes records. After a failure, writing is tried again at most once a second. */
  writable(): boolean
  /** Deletes segments that are older than `segment`. */
  dropBefore(segment: number): void
  close(): void
}

/**
 * Opens a new segment behind the existing ones. Every record is synced within about `syncMs`, even if no call waits
 * for it.
 */
export function openJournal(dir: string, syncMs: number, warn: (message: string) => void): Journal {
  mkdirSync(dir, { recursive: true })
  const encode = createLineEncoder()
  let segment = (listSegments(dir).at(-1) ?? 0) + 1
  let file = openSync(segmentPath(dir, segment), 'a')
  /** Bytes in the file. */
  let size = 0
  const disk = createDiskState(warn)
  let closed = false

  const sync = promisify(fdatasync)
  let syncInProgress: Promise<void> = Promise.resolve()
  const synced = createGroupSync(
    syncMs,
    () => {
      if (closed) return Promise.resolve()
      syncInProgress = sync(file)
      return syncInProgress
    },
    disk.syncFailed,
  )

  /** Runs a write that the disk may refuse. */
  function tryWrite<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      disk.writeFailed(error)
      // No partial line may stand in front of the next record.
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
    // Calls that wait for the full segment's sync get one of the new segment, so the full one is synced here.
    fdatasyncSync(full)
    file = openSync(segmentPath(dir, segment + 1), 'a')
    segment += 1
    size = 0
    // A sync of the full segment may be in progress; the next sync begins after it.
    synced()
      .catch(() => {})
      .finally(() => closeSync(full))
  }

  return {
    append(records) {
      const entries = tryWrite(() => {
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
    writable: () => disk.takesRecords(() => tryWrite(() => write(PROBE_LINE))),
    dropBefore(oldest) {
      for (const number of listSegments(dir)) if (number < oldest) rmSync(segmentPath(dir, number), { force: true })
    },
    close() {
      closed = true
      fdatasyncSync(file)
      // A sync in progress would find no file, or another file that was opened under the same descriptor.
      syncInProgress.catch(() => {}).finally(() => closeSync(file))
    },
  }
}

/** Remembers whether the disk takes records, and warns when that changes. */
function createDiskState(warn: (message: string) => void) {
  /** Time of the last failure, in milliseconds of a monotonic clock; undefined = the disk takes records. */
  let failedAt: number | undefined
  return {
    syncFailed(error: unknown) {
      failedAt = performance.now()
      warn(`the journal could not be synced: ${error}`)
    },
    writeFailed(error: unknown) {
      if (failedAt === undefined) warn(`the journal could not be written: ${error}`)
      failedAt = performance.now()
    },
    /** After a failure, `probe` writes at most once a second; it throws while the disk refuses. */
    takesRecords(probe: () => void): boolean {
      if (failedAt === undefined) return true
      if (performance.now() - failedAt < RETRY_MS) return false
      try {
        probe()
        failedAt = undefined
        warn('the journal can be written again')
        return true
      } catch {
        return false
      }
    },
  }
}

/**
 * Returns a function that requests an fsync: all requests within `waitMs` share the next one and resolve when it is
 * done. Syncs run one at a time. `failed` is called for each that fails, even if no request waits for it.
 */
export function createGroupSync(waitMs: number, sync: () => Promise<void>, failed: (error: unknown) => void) {
  let next: Promise<void> | undefined
  let running: Promise<void> = Promise.resolve()

  async function runNext() {
    await Bun.sleep(waitMs)
    await running.catch(() => {})
    next = undefined
    running = sync()
    await running
  }

  return (): Promise<void> => {
    if (!next) {
      next = runNext()
      next.catch(failed)
    }
    return next
  }
}
