import type { Store } from '../store/database.ts'
import { type ExpiredLease, listExpiredLeases, type Owner, returnExpiredLease } from './leases.ts'
import { logReturnedLease, logSilentNode } from './unaccounted.ts'

/** How often a node says that it lives. */
export const RENEW_MS = 30_000
/** For how long an expired lease is watched before it is returned: one beat of its node may be late. */
const WATCHED_MS = 2 * RENEW_MS

/** A lease of a silent node that was returned, in quota units. */
export interface ReturnedLease {
  nodeId: string
  owner: Owner
  granted: number
  /** By the charges that the node had settled. */
  spent: number
}

/**
 * Returns the leases of nodes that are silent. Asked every `RENEW_MS`, it returns what has expired by the database's
 * clock and was not renewed while this node watched. That clock alone would not do: when it is set forward, or a standby
 * whose clock is ahead takes over, all leases have expired at once, and nodes that live would spend what the wallets had
 * got back. Each return is in the log, and what a node's returns come to. `now` in milliseconds, by a clock of this process.
 */
export function watchSilentNodes(
  store: Store,
  now: () => number = performance.now.bind(performance),
): () => Promise<ReturnedLease[]> {
  /** When each was first seen. A lease that is renewed gets another name, and expires anew. */
  let firstSeen = new Map<string, number>()

  return async () => {
    const expired = await listExpiredLeases(store)
    const at = now()
    firstSeen = new Map(expired.map((lease) => [nameOf(lease), firstSeen.get(nameOf(lease)) ?? at]))
    const returned: ReturnedLease[] = []
    for (const lease of expired) {
      if (at - (firstSeen.get(nameOf(lease)) ?? at) < WATCHED_MS) continue
      const { nodeId, owner } = lease
      const ended = await returnExpiredLease(store, lease, (trx, units) =>
        logReturnedLease(trx, { nodeId, owner, ...units }),
      )
      if (ended) returned.push({ nodeId, owner, ...ended })
    }
    for (const [nodeId, leases] of Map.groupBy(returned, ({ nodeId }) => nodeId)) {
      await logSilentNode(store.db, nodeId, leases)
    }
    return returned
  }
}

const nameOf = ({ nodeId, owner, expiresAt }: ExpiredLease) => `${nodeId} ${owner.kind} ${owner.id} ${expiresAt}`
