import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Terms } from '../receipts/shared-terms.ts'
import { type Decoded, decodeRecord, NEWLINE } from './journal-format.ts'
import { type Entry, type JournalRecord, LINE_KINDS } from './records.ts'

/** The file with a node's lasting id. */
export const nodeIdPath = (dataDir: string) => join(dataDir, 'node.id')

/** Reads the id of the node that a data folder belongs to; undefined = no server has run on it. */
export function readNodeId(dataDir: string): string | undefined {
  const path = nodeIdPath(dataDir)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** The folder of a node's segments. */
export const journalDir = (dataDir: string, nodeId: string) => join(dataDir, 'journal', nodeId)

/** The id under which a process of a node keeps its journal and leases; the first process has the node's own. */
export const processId = (nodeId: string, number: number) => (number === 1 ? nodeId : `${nodeId}-${number}`)

/** Lists the ids of the journals in a data folder that belong to its node: the node's own, then those of its further processes. */
export function listJournals(dataDir: string): string[] {
  const nodeId = readNodeId(dataDir)
  if (nodeId === undefined) return []
  return [1, ...listProcesses(dataDir, nodeId)].map((number) => processId(nodeId, number))
}

/** Lists the numbers of the processes of a node, beside the first, that have a journal. */
export function listProcesses(dataDir: string, nodeId: string): number[] {
  const folder = join(dataDir, 'journal')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => name.startsWith(`${nodeId}-`))
    .map((name) => Number(name.slice(nodeId.length + 1)))
    .filter((number) => number > 1)
    .toSorted((a, b) => a - b)
}
export const segmentPath = (dir: string, segment: number) => join(dir, `${segment}.log`)

/** Numbers of the segments in a folder, ascending. */
export function listSegments(dir: string): number[] {
  mkdirSync(dir, { recursive: true })
  return readdirSync(dir)
    .flatMap((name) => /^(\d+)\.log$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
}

/** A record in the middle of a journal fails its checksum. Starting would lose money silently. */
export class JournalCorrupt extends Error {
  constructor(path: string, offset: number) {
    super(
      `the journal ${path} is damaged at byte ${offset}. Stop Switchyard, keep a copy of the file, and run ` +
        '"npm run repair-journal": it saves every sound record and sets the damaged bytes aside.',
    )
    this.name = 'JournalCorrupt'
  }
}

/**
 * A newer version wrote a record kind that this version cannot read. It may be about money, so starting would lose
 * it.
 */
export class UnknownJournalRecord extends Error {
  constructor(path: string, kind: string) {
    super(
      `the journal ${path} holds records of the kind "${kind}", which a newer version has written. Start that version.`,
    )
    this.name = 'JournalFromTheFuture'
  }
}

/**
 * Reads the records of a segment from `offset` on in chunks, because a journal may be larger than memory. Charges
 * come with their terms, if these stand behind `offset`. Cuts off the torn end of the last segment, to which nobody may
 * append meanwhile; throws on other damage and on unknown record kinds. Of a segment that is being appended to, only the part
 * before `upTo` is read, where a record ends.
 */
export function* segmentEntries(
  dir: string,
  segment: number,
  offset: number,
  isLast: boolean,
  upTo = Number.POSITIVE_INFINITY,
): Generator<Entry> {
  const path = segmentPath(dir, segment)
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const end = isLast ? endWithoutZeros(file, size) : Math.min(size, upTo)
    let seen: FileChunk = { bytes: Buffer.alloc(0), from: offset }
    let position = offset
    const terms = new Map<number, Terms>()
    while (position < end) {
      const decoded = decodeRecord(seen.bytes, position - seen.from)
      if (seen.from + seen.bytes.length < end && mayContinue(decoded, seen.bytes)) {
        seen = readLongerChunk(file, seen, position, end)
        continue
      }
      if ('bad' in decoded) {
        // Where further lines follow, a record that seems torn has a damaged length: cutting it off would lose
        // them.
        const isTorn = decoded.bad === 'torn' && !seen.bytes.includes(NEWLINE, position - seen.from)
        if (!isTorn || !isLast) throw new JournalCorrupt(path, position)
        break
      }
      position = seen.from + decoded.next
      const { record } = decoded
      if (record === undefined) continue
      if (!LINE_KINDS.has(record.t)) throw new UnknownJournalRecord(path, record.t)
      if (record.t === 'terms')
        terms.set(record.id, { id: record.id, content: record.content, receipt: record.receipt })
      else yield { record: withTerms(record, terms), next: { segment, offset: position } }
    }
    if (isLast && position < size) truncateSync(path, position)
  } finally {
    closeSync(file)
  }
}

function withTerms(record: JournalRecord, known: ReadonlyMap<number, Terms>): JournalRecord {
  const terms = record.t === 'charge' && record.terms && known.get(record.terms.id)
  return terms ? { ...record, terms } : record
}

/** Bytes of a file from an offset on. */
interface FileChunk {
  bytes: Buffer
  from: number
}

const CHUNK_BYTES = 1024 * 1024

/** Whether what was decoded at the end of a chunk may continue beyond it: a record, or a filler line. */
const mayContinue = (decoded: Decoded, bytes: Buffer) =>
  'bad' in decoded ? decoded.bad === 'torn' : decoded.next === bytes.length && bytes.at(-1) !== NEWLINE

/** Returns the bytes from `position` on, with more of the file. */
function readLongerChunk(file: number, { bytes, from }: FileChunk, position: number, end: number): FileChunk {
  const kept = bytes.subarray(position - from)
  const longer = Buffer.allocUnsafe(Math.min(end - position, Math.max(CHUNK_BYTES, 2 * kept.length)))
  kept.copy(longer)
  for (let filled = kept.length; filled < longer.length; ) {
    const read = readSync(file, longer, filled, longer.length - filled, position + filled)
    if (read === 0) throw new Error('the journal became shorter while it was read')
    filled += read
  }
  return { bytes: longer, from: position }
}

/**
 * Returns the file's length without trailing zeros. After a power failure a file may end in zeros: its length was
 * stored, its last bytes were not. No record ends in a zero.
 */
function endWithoutZeros(file: number, size: number): number {
  const bytes = Buffer.alloc(Math.min(size, CHUNK_BYTES))
  let end = size
  while (end > 0) {
    const length = readSync(file, bytes, 0, Math.min(end, bytes.length), Math.max(0, end - bytes.length))
    const used = bytes.subarray(0, length).findLastIndex((byte) => byte !== 0) + 1
    end -= length - used
    if (used > 0 || length === 0) break
  }
  return end
}
