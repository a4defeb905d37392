import type { Store } from '../../platform/store/database.ts'
import { type ExpiredLease, listExpiredLeases, type Owner, returnExpiredLease } from './leases.ts'
import { logReturnedLease, logSilentNode } from './log-returned-leases.ts'

/** How often a node renews its leases. */
export const RENEW_MS = 30_000
/** How long an expired lease is watched before it is returned: one renewal of its node may be late. */
const WATCH_MS = 2 * RENEW_MS

/** A lease of a silent node that was returned, in quota units. */
export interface ReturnedLease {
  nodeId: string
  owner: Owner
  granted: number
  /** Spent by the charges that the node had settled. */
  spent: number
}

/**
 * Returns the leases of silent nodes. Called every `RENEW_MS`, it returns what has expired by the database's clock
 * and was not renewed while this node watched. That clock alone is not enough: when it is set forward, or a standby
 * whose clock is ahead takes over, all leases expire at once, and live nodes would spend what the wallets had got
 * back. Each return is logged, and so is the sum of a node's returns. `now` in milliseconds, by a clock of this
 * process.
 */
export function watchSilentNodes(
  store: Store,
  now: () => number = performance.now.bind(performance),
): () => Promise<ReturnedLease[]> {
  /** When each lease was first seen. A renewed lease has another key, and expires anew. */
  let firstSeen = new Map<string, number>()

  return async () => {
    const expired = await listExpiredLeases(store)
    const at = now()
    firstSeen = new Map(expired.map((lease) => [leaseKey(lease), firstSeen.get(leaseKey(lease)) ?? at]))
    const returned: ReturnedLease[] = []
    for (const lease of expired) {
      if (at - (firstSeen.get(leaseKey(lease)) ?? at) < WATCH_MS) continue
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

const leaseKey = ({ nodeId, owner, expiresAt }: ExpiredLease) => `${nodeId} ${owner.kind} ${owner.id} ${expiresAt}`
