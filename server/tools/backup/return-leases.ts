import { type ExpiredLease, returnExpiredLease } from '../../money/accounting/leases.ts'
import { logReturnedLease, logSilentNode } from '../../money/accounting/log-returned-leases.ts'
import type { ReturnedLease } from '../../money/accounting/silent-nodes.ts'
import type { Store } from '../../platform/store/database.ts'

/**
 * Returns the leases of all nodes but one, which has these ids. In a restored database no other node runs: what they had
 * leased belongs to the wallets, and what they had not settled at the moment of the backup is not known. The remaining
 * node returns its own when it starts, after it has settled its journals.
 */
export async function returnLeasesOfOthers(store: Store, ids: readonly string[]): Promise<void> {
  const rows = await store.db
    .selectFrom('wallet_leases')
    .select(['node_id', 'owner_kind', 'owner_id', 'expires_at'])
    .where('node_id', 'not in', [...ids])
    .execute()
  const returned: ReturnedLease[] = []
  for (const row of rows) {
    const lease: ExpiredLease = {
      nodeId: row.node_id,
      owner: { kind: row.owner_kind, id: row.owner_id },
      expiresAt: row.expires_at,
    }
    const ended = await returnExpiredLease(store, lease, (trx, units) =>
      logReturnedLease(trx, { nodeId: lease.nodeId, owner: lease.owner, ...units }),
    )
    if (ended) returned.push({ nodeId: lease.nodeId, owner: lease.owner, ...ended })
  }
  for (const [node, leases] of Map.groupBy(returned, (lease) => lease.nodeId)) {
    await logSilentNode(store.db, node, leases)
  }
}
