import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { NodeHealth } from '#contract/api/nodes.ts'
import type { Calls } from '../../calls/calls.ts'
import { journalDir, listSegments, segmentPath } from '../../money/accounting/journal-files.ts'
import type { Money } from '../../money/money.ts'
import { within } from '../../platform/async/with-timeout.ts'
import { isHeld } from '../../platform/job-locks/job-lock.ts'
import { pick } from '../../platform/json/pick.ts'
import type { Platform } from '../../platform/platform.ts'
import { databaseNow } from '../../platform/store/database-seconds.ts'
import { listNodes, storeNode } from '../../platform/store/node-queries.ts'
import { jobs } from '../jobs/all.ts'
import { listJobRows } from '../jobs/queries.ts'
import { nodeReport } from './heartbeat.ts'

/** A database or Redis that hangs must not hold up the page. */
const PING_MS = 2000

/** The state of this node, of what it depends on, and of the jobs and nodes of the cluster. */
export async function readNodeHealth(services: Platform & Money & Calls): Promise<NodeHealth> {
  const { store, calls, loopDelay, pingRedis } = services
  const [node, database, redisPing, cluster] = await Promise.all([
    nodeReport(services),
    ping(() => store.db.selectFrom('users').select('id').limit(1).execute()),
    pingRedis ? ping(pingRedis) : undefined,
    readCluster(services).catch(() => ({ nodes: [], jobs: [] })),
  ])
  const { rss, heapUsed, external } = process.memoryUsage()
  return {
    node,
    calls: { ...calls },
    event_loop: loopDelay.read(),
    memory: { rss, heap: heapUsed, external },
    journal: await readJournal(services),
    database: { engine: store.engine, ...database },
    ...(redisPing && { redis: redisPing }),
    ...cluster,
  }
}

async function readCluster(services: Platform & Money & Calls): Promise<Pick<NodeHealth, 'nodes' | 'jobs'>> {
  const { store } = services
  // This node is in the list at once, not only after its next report.
  await storeNode(store.db, store.engine, await nodeReport(services))
  const [now, nodes, rows] = await Promise.all([
    databaseNow(store),
    listNodes(store.db, store.engine),
    listJobRows(
      store.db,
      jobs.map(({ name }) => name),
    ),
  ])
  return {
    nodes: nodes.map(({ id, host, version, started_at, calls, memory, disk_free, disk_size, silent }) => ({
      ...{ id, host, version, started_at, calls, memory, disk_free, disk_size, silent },
    })),
    jobs: rows.map((row) => ({
      ...pick(row, 'name last_run last_milliseconds last_node last_error next_run'),
      running: isHeld(row.lease_until, now),
    })),
  }
}

async function readJournal({ accounting, config }: Platform & Money): Promise<NodeHealth['journal']> {
  const { ledger, nodeId } = accounting
  const dir = journalDir(config.dataDir, nodeId)
  const segments = listSegments(dir)
  const { bavail, bsize } = await statfs(dir)
  return {
    writable: ledger.writable(),
    pending: ledger.pending,
    segments: segments.length,
    // A settled segment may be deleted meanwhile.
    bytes: segments.reduce(
      (sum, segment) => sum + (statSync(segmentPath(dir, segment), { throwIfNoEntry: false })?.size ?? 0),
      0,
    ),
    disk_free: bavail * bsize,
  }
}

/** How long a question takes, or the error. */
async function ping(ask: () => Promise<unknown>): Promise<{ milliseconds: number; error: string }> {
  const begun = performance.now()
  const error = await within(PING_MS, ask()).then(
    () => '',
    (problem) => String(problem),
  )
  return { milliseconds: Math.round((performance.now() - begun) * 10) / 10, error }
}
