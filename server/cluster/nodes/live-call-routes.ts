import { listLiveCalls, stopLiveCall } from '#contract/api/live-calls.ts'
import type { Calls } from '../../calls/calls.ts'
import type { LiveFilter } from '../../calls/live-calls/live-calls.ts'
import type { Money } from '../../money/money.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { writeAudit } from '../../platform/audits/write.ts'
import { beside } from '../../platform/http/reply.ts'
import type { Platform } from '../../platform/platform.ts'
import { listNodes } from '../../platform/store/node-queries.ts'

/** Nodes report every half minute; one that is silent for longer has stopped. */
const SILENT_SECONDS = 90

/** Calls in progress on all nodes, and how they are stopped. */
export function liveCallRoutes(routes: Routes): void {
  routes.guarded(listLiveCalls, ({ services, query }) => listAll(services, query))
  routes.guarded(stopLiveCall, async ({ services, body: { id }, by }) => {
    const { liveCalls, liveCallsOfNodes, store } = services
    const stopped = liveCalls.stop(id) || (await liveCallsOfNodes.stop(id, await otherNodes(services)))
    if (stopped) await writeAudit(store.db, by, { action: 'call.stop', target: { kind: 'call', id } })
    return { stopped }
  })
}

async function listAll(services: Platform & Money & Calls, filter: LiveFilter) {
  const { liveCalls, liveCallsOfNodes, channels } = services
  const { lists, silent } = await liveCallsOfNodes.list(filter, await otherNodes(services))
  const all = [liveCalls.list(filter), ...lists]
  const calls = all
    .flatMap((list) => list.calls)
    .sort((a, b) => b.age_ms - a.age_ms)
    .map((call) => ({ ...call, channel_name: channels.byId(call.channel_id)?.name ?? '' }))
  return beside(calls, { nodes: all.map(({ node }) => node), silent })
}

async function otherNodes({ store, accounting }: Platform & Money): Promise<string[]> {
  const nodes = await listNodes(store.db, store.engine)
  return nodes.filter(({ id, silent }) => id !== accounting.nodeId && silent < SILENT_SECONDS).map(({ id }) => id)
}
