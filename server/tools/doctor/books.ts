import { existsSync, statSync } from 'node:fs'
import {
  journalDir,
  listJournals,
  listSegments,
  readNodeId,
  segmentPath,
} from '../../money/accounting/journal-files.ts'
import { isBefore } from '../../money/accounting/records.ts'
import { readLastReport } from '../../money/watchdog/queries.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { listNodes } from '../../platform/store/node-queries.ts'
import { findingsOf } from './finding.ts'
import type { Check, ReachedPatient } from './patient.ts'
import { readPosition } from './queries.ts'

/** The check runs every hour. */
const OLD_SECONDS = 3 * 3600
const SILENT_SECONDS = 90
const LARGE_BACKLOG_BYTES = 1_000_000

/** The last report of the watchdog. */
export const booksCheck: Check<ReachedPatient> = {
  area: 'books',
  async run({ store }) {
    const { ok, warning, error } = findingsOf('books')
    const last = await readLastReport(store.db)
    if (!last)
      return [
        warning(
          'the ledger was never checked',
          'let the server run for an hour, or press Check now on the page Ledger checks',
        ),
      ]
    const { started_at, checks } = last.report
    const wrong = checks.filter((check) => check.wrong > 0).map(({ name, wrong }) => `${name}: ${wrong}`)
    const at = new Date(started_at * 1000).toISOString()
    if (wrong.length > 0) {
      return [
        error(
          `the ledger does not match (${wrong.join(', ')}; ${at})`,
          'open Ledger checks in the console; the page explains how to resolve each mismatch',
        ),
      ]
    }
    if (Date.now() / 1000 - started_at > OLD_SECONDS) {
      return [
        warning(
          `the ledger matches, but was last checked at ${at}`,
          'open Server health to see why the job check-books does not run',
        ),
      ]
    }
    return [ok(`the ledger matches (${at})`)]
  },
}

/** What the journal of this data folder holds and the database does not. Nothing of it is read, since a server may write it. */
export const journalCheck: Check<ReachedPatient> = {
  area: 'journal',
  async run({ store, config: { dataDir } }) {
    const { ok, warning, error } = findingsOf('journal')
    const nodeId = readNodeId(dataDir)
    if (!nodeId) return [ok('none: no server has run on this data folder')]
    const journals = listJournals(dataDir)
    const unsettled = await Promise.all(journals.map((id) => unsettledBytes(store.db, id, journalDir(dataDir, id))))
    if (unsettled.includes('unknown')) {
      return [
        error(
          'the journal’s node is unknown in this database',
          'check DATABASE_URL and DATA_DIR, which belong to different servers',
        ),
      ]
    }
    const bytes = unsettled.reduce<number>((sum, each) => sum + Number(each), 0)
    if (bytes <= LARGE_BACKLOG_BYTES) return [ok(`${bytes} bytes wait to be settled`)]
    return [
      warning(
        `${Math.round(bytes / 1_000_000)} MB wait to be settled`,
        'the database was unreachable or is slow. Look for "charges were not settled" in the log. A stopped server settles them when it starts.',
      ),
    ]
  },
}

/** Bytes of a journal that are not settled; "unknown" = it holds charges, and the database has never seen its node. */
async function unsettledBytes(db: Queryable, nodeId: string, dir: string): Promise<number | 'unknown'> {
  const position = await readPosition(db, nodeId)
  const segments = (existsSync(dir) ? listSegments(dir) : []).map((segment) => ({
    segment,
    offset: sizeOf(segmentPath(dir, segment)),
  }))
  if (!position) return segments.every(({ offset }) => offset === 0) ? 0 : 'unknown'
  return segments
    .filter((end) => isBefore(position, end))
    .reduce((sum, { segment, offset }) => sum + offset - (segment === position.segment ? position.offset : 0), 0)
}

/** The nodes that have reported within a day. */
export const nodesCheck: Check<ReachedPatient> = {
  area: 'nodes',
  async run({ store, config }) {
    const { ok, warning } = findingsOf('nodes')
    const nodes = await listNodes(store.db, store.engine)
    const running = nodes.filter(({ silent }) => silent <= SILENT_SECONDS)
    const found = nodes
      .filter(({ silent }) => silent > SILENT_SECONDS)
      .map(({ id, host, silent }) =>
        warning(
          `node ${id} on ${host} has not reported for ${silent} s`,
          'start it again with the same data folder, so that its journal is settled and its leases are returned',
        ),
      )
    const versions = [...new Set(running.map(({ version }) => version))]
    if (versions.length > 1) {
      found.push(warning(`nodes run different versions: ${versions.join(', ')}`, 'finish the upgrade'))
    }
    if (running.length > 1 && !config.redisUrl) {
      found.push(
        warning('several nodes without Redis, so limits are per node', 'set the same REDIS_URL on all of them'),
      )
    }
    return found.length > 0
      ? found
      : [ok(running.length === 0 ? 'none runs' : `${running.length} run, version ${versions[0]}`)]
  },
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
