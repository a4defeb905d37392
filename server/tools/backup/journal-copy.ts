import { copyFileSync, createReadStream, linkSync, mkdirSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { journalDir, listSegments, segmentPath } from '../../money/accounting/journal-files.ts'
import { isBefore, type Position } from '../../money/accounting/records.ts'
import type { ArchiveEntry } from './archive.ts'
import { ENTRY } from './manifest.ts'

/** A node's journal, held so that segments that the server settles and deletes meanwhile stay readable. */
export interface HeldJournal {
  nodeId: string
  /** Everything before it was in the journal when it was held. */
  end: Position
  /** Holds segments that were begun since. */
  extend(): void
  /** Whether the segment of a position is held. */
  has(position: Position): boolean
  /** The journal up to a position. */
  entries(end: Position): Iterable<ArchiveEntry>
}

/** Holds a node's segments by links of their own in `folder`. Its entries get names that begin with `prefix`. */
export function holdJournal(dataDir: string, nodeId: string, folder: string, prefix = ENTRY.journal): HeldJournal {
  const dir = journalDir(dataDir, nodeId)
  const held = new Set<number>()
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  function extend(): void {
    for (const segment of listSegments(dir)) {
      if (!held.has(segment) && link(segmentPath(dir, segment), segmentPath(folder, segment))) held.add(segment)
    }
  }
  extend()
  const last = Math.max(0, ...held)
  const end = { segment: last, offset: last === 0 ? 0 : statSync(segmentPath(folder, last)).size }
  return {
    nodeId,
    end,
    extend,
    has: ({ segment }) => segment === 0 || held.has(segment),
    *entries(upTo) {
      for (const segment of [...held].sort((a, b) => a - b)) {
        const path = segmentPath(folder, segment)
        if (segment > upTo.segment) continue
        const bytes = segment < upTo.segment ? statSync(path).size : upTo.offset
        const content = bytes > 0 ? createReadStream(path, { end: bytes - 1 }) : []
        yield { name: `${prefix}${basename(path)}`, content }
      }
    },
  }
}

/** Returns false when the segment was deleted meanwhile. Where there are no links, a copy does. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    copyFileSync(from, to)
    return true
  }
}

/** The later of two positions of one journal. */
export const laterOf = (one: Position, other: Position): Position => (isBefore(one, other) ? other : one)
