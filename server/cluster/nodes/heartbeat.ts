import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Calls } from '../../calls/calls.ts'
import type { Money } from '../../money/money.ts'
import { every } from '../../platform/async/ticker.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteNode, type NodeReport, storeNode } from '../../platform/store/node-queries.ts'

const REPORT_MS = 30_000

/** What this node reports of itself now. */
export async function nodeReport({
  accounting,
  config,
  startedAt,
  calls,
}: Platform & Money & Calls): Promise<NodeReport> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return {
    id: accounting.nodeId,
    host: hostname(),
    version: config.version,
    started_at: startedAt,
    calls: calls.active,
    memory: process.memoryUsage.rss(),
    disk_free: bavail * bsize,
    disk_size: blocks * bsize,
  }
}

/** Reports this node to the others, every half minute until it stops. */
export function startHeartbeat(services: Platform & Money & Calls): { stop(): Promise<void> } {
  const { log, store } = services
  const report = () =>
    nodeReport(services)
      .then((node) => storeNode(store.db, store.engine, node))
      .catch((error) => log.warn({ error: String(error) }, 'this node could not report itself'))
  const first = report()
  const stop = every(REPORT_MS, report)
  return {
    async stop() {
      await Promise.all([first, stop()])
      await deleteNode(store.db, services.accounting.nodeId).catch(() => {})
    },
  }
}
