import { DEFAULT_GROUP } from '#contract/groups.ts'
import { ROLE } from '#contract/roles.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { PASSWORD_COST } from '../../platform/config.ts'
import { randomText } from '../../platform/http/request-id.ts'
import type { Database } from '../../platform/store/database.ts'
import { hashPassword } from './passwords.ts'

/** Balance of the first account, in quota units. */
const ROOT_QUOTA = 100_000_000

/**
 * Creates `root` in an empty database; without a password, it gets one by a link (first-start.ts). Several nodes may start at once: the unique name lets only one of them
 * succeed.
 */
export async function ensureRoot(db: Database, password: string | undefined, cost = PASSWORD_COST): Promise<void> {
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anyone) return
  const hash = password === undefined ? '' : await hashPassword(password, cost)
  await db.transaction().execute(async (trx) => {
    const root = await trx
      .insertInto('users')
      .values({
        username: 'root',
        password: hash,
        display_name: 'Root User',
        role: ROLE.root,
        quota: ROOT_QUOTA,
        group: DEFAULT_GROUP,
        aff_code: randomText(4),
        created_time: nowInSeconds(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (root) await trx.insertInto('ledger_openings').values({ user_id: root.id, quota: ROOT_QUOTA }).execute()
  })
}
