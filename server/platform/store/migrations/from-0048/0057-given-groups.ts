import type { Kysely, Migration } from 'kysely'
import type { Tables } from '../../tables.ts'
import { textColumn } from '../columns.ts'

/**
 * The group that a provider's rule gave an account, and the one that it had before: it ends with the membership. What rules
 * have given so far is read from the audit log.
 */
export const givenGroups: Migration = {
  async up(untyped) {
    const db = untyped as Kysely<Tables>
    for (const column of ['given_group', 'group_before']) {
      await db.schema.alterTable('user_identities').addColumn(column, 'text', textColumn).execute()
    }
    const given = await db
      .selectFrom('user_identities')
      .innerJoin('users', 'users.id', 'user_identities.user_id')
      .innerJoin('audits', (join) =>
        join.onRef('audits.actor_name', '=', 'user_identities.provider').on('audits.action', '=', 'user.update'),
      )
      .where('audits.actor_id', '=', 0)
      .where('audits.target_kind', '=', 'user')
      .select(['user_identities.provider', 'user_id', 'users.group', 'audits.target_id', 'before', 'after'])
      .orderBy('audits.id')
      .execute()
    for (const { provider, user_id, group, target_id, before, after } of given) {
      const was = (JSON.parse(before) as { group?: string }).group ?? ''
      if (target_id !== String(user_id) || (JSON.parse(after) as { group?: string }).group !== group || was === group)
        continue
      await db
        .updateTable('user_identities')
        .set({ given_group: group, group_before: was })
        .where('provider', '=', provider)
        .where('user_id', '=', user_id)
        .execute()
    }
  },
}
