import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockWhenEnded } from '../../platform/store/data-lock.ts'
import { listSegments, segmentPath } from './journal-files.ts'
import { decodeRecord, FILLER } from './journal-format.ts'

/**
 * `npm run repair-journal`: keeps every intact record of damaged journals in DATA_DIR at its offset, and moves the
 * damaged bytes to `<segment>.log.damaged`. The original stays as `<segment>.log.original`. Run it while Switchyard
 * is stopped.
 */
const LF = 10

export interface Repair {
  path: string
  kept: number
  damagedBytes: number
}

/** Repairs one segment; undefined when it is intact. */
export function repairSegment(path: string): Repair | undefined {
  const bytes = readFileSync(path)
  const repaired: Buffer[] = []
  let kept = 0
  const damaged: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const decoded = decodeRecord(bytes, at)
    if ('next' in decoded) {
      repaired.push(bytes.subarray(at, decoded.next))
      kept += 1
      at = decoded.next
      continue
    }
    // A record ends at a line feed, and its JSON contains none: the next line may be intact.
    const line = bytes.indexOf(LF, at)
    const next = line < 0 ? bytes.length : line + 1
    damaged.push(bytes.subarray(at, next))
    // The database stores positions in this file, so later records must not move.
    repaired.push(filler(next - at))
    at = next
  }
  if (damaged.length === 0) return undefined
  copyFileSync(path, `${path}.original`)
  for (const part of damaged) appendFileSync(`${path}.damaged`, part)
  // Replaced in one step: on a full disk the journal stays as it was, and another run begins with all of it.
  writeFileSync(`${path}.repaired`, Buffer.concat(repaired))
  renameSync(`${path}.repaired`, path)
  return { path, kept, damagedBytes: damaged.reduce((sum, part) => sum + part.length, 0) }
}

function filler(length: number): Buffer {
  const bytes = Buffer.alloc(length, FILLER)
  bytes[length - 1] = LF
  return bytes
}

/**
 * Repairs every journal of a data folder that no running server uses; waits for one that is ending, and tells. Throws an error with
 * instructions when there is none.
 */
export async function repairJournals(dataDir: string, tell: (message: string) => void): Promise<Repair[]> {
  const journals = join(dataDir, 'journal')
  if (!existsSync(journals))
    throw new Error(`there is no journal in ${dataDir}: set DATA_DIR to the value of the server`)
  const lock = await lockWhenEnded(dataDir, tell)
  try {
    return readdirSync(journals).flatMap((node) => {
      const dir = join(journals, node)
      return listSegments(dir).flatMap((segment) => repairSegment(segmentPath(dir, segment)) ?? [])
    })
  } finally {
    lock.release()
  }
}
