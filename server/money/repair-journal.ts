import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { lockData } from '../store/data-lock.ts'
import { listSegments, segmentPath } from './journal-files.ts'
import { decodeRecord, FILLER } from './journal-format.ts'

/**
 * `npm run repair-journal`: keeps every sound record of damaged journals in DATA_DIR where it stands, and sets the
 * damaged bytes aside in `<segment>.log.damaged`. The original stays as `<segment>.log.original`. Run it while Switchyard is stopped.
 */
const LF = 10

export interface Repair {
  path: string
  kept: number
  damagedBytes: number
}

/** Repairs one segment; undefined when it is sound. */
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
    // A record ends at a line feed, and JSON has none inside: the next line may be sound again.
    const line = bytes.indexOf(LF, at)
    const next = line < 0 ? bytes.length : line + 1
    damaged.push(bytes.subarray(at, next))
    // The database knows places in this file: what follows must not move.
    repaired.push(filler(next - at))
    at = next
  }
  if (damaged.length === 0) return undefined
  copyFileSync(path, `${path}.original`)
  for (const part of damaged) appendFileSync(`${path}.damaged`, part)
  writeFileSync(path, Buffer.concat(repaired))
  return { path, kept, damagedBytes: damaged.reduce((sum, part) => sum + part.length, 0) }
}

function filler(length: number): Buffer {
  const bytes = Buffer.alloc(length, FILLER)
  bytes[length - 1] = LF
  return bytes
}

if (import.meta.main) {
  const { dataDir } = readConfig(process.env)
  const lock = lockData(dataDir)
  const journals = join(dataDir, 'journal')
  const nodes = existsSync(journals) ? readdirSync(journals) : []
  const repairs = nodes.flatMap((node) => {
    const dir = join(journals, node)
    return listSegments(dir).flatMap((segment) => repairSegment(segmentPath(dir, segment)) ?? [])
  })
  for (const { path, kept, damagedBytes } of repairs) {
    console.log(`${path}: ${kept} records kept, ${damagedBytes} damaged bytes set aside in ${path}.damaged`)
  }
  console.log(repairs.length === 0 ? 'All journals are sound.' : 'Start Switchyard again: it settles what was kept.')
  lock.release()
}
