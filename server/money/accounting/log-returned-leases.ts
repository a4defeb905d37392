import { LOG_TYPE } from '#contract/statuses.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { writeLog } from '../receipts/write-log.ts'
import type { ReturnedLease } from './silent-nodes.ts'

/*
 * A node that falls silent may have charged calls that it did not settle: those of the last 300 ms, or of the time
 * for which it could not reach the database. They are in the journal in its data folder. If the folder is lost, so
 * are they, and their sum is unknown: at most what its leases held.
 */

/**
 * Writes the log row of one returned lease: how much of it is not accounted for. Runs in the transaction of the
 * return.
 */
export async function logReturnedLease(trx: Queryable, lease: ReturnedLease): Promise<void> {
  const { nodeId, owner, granted, spent } = lease
  const user = owner.kind === 'user' ? await namedUser(trx, owner.id) : undefined
  const rest = granted - spent
  await writeLog(trx, {
    type: LOG_TYPE.system,
    ...(user ? { user } : {}),
    content: {
      zh: `节点 ${nodeId} 无响应，已退还其租约（${owner.kind} ${owner.id}）：租用 ${granted}，已结算 ${spent}，未入账并已退还 ${rest}`,
      en:
        `node ${nodeId} stopped reporting; its lease was returned (${owner.kind} ${owner.id}): ` +
        `${granted} leased, ${spent} settled, ${rest} not accounted for and returned`,
    },
  })
}

/**
 * Writes the log row of a silent node: the sum of its users' returned leases. Limited tokens are left out, because
 * their leases cover the same units. Writes nothing where only those were returned.
 */
export async function logSilentNode(db: Queryable, nodeId: string, leases: readonly ReturnedLease[]): Promise<void> {
  const users = leases.filter(({ owner }) => owner.kind === 'user')
  if (users.length === 0) return
  const granted = users.reduce((sum, lease) => sum + lease.granted, 0)
  const spent = users.reduce((sum, lease) => sum + lease.spent, 0)
  await writeLog(db, {
    type: LOG_TYPE.system,
    content: {
      zh:
        `节点 ${nodeId} 无响应，共退还 ${users.length} 个用户的租约：租用 ${granted}，已结算 ${spent}，未入账 ${granted - spent}。` +
        '若该节点带着数据目录重新启动，其日志中的费用仍会结算；若数据目录已丢失，最多有这么多费用无法收回',
      en:
        `node ${nodeId} stopped reporting; leases of ${users.length} users were returned: ${granted} leased, ${spent} settled, ` +
        `${granted - spent} not accounted for. If the node starts again with its data folder, the charges in its journal ` +
        'are settled; if the folder is lost, charges of at most that much are lost',
    },
  })
}

function namedUser(trx: Queryable, id: number): Promise<{ id: number; username: string } | undefined> {
  return trx.selectFrom('users').select(['id', 'username']).where('id', '=', id).executeTakeFirst()
}
