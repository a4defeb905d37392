import { type Migration, sql } from 'kysely'
import { textColumn } from './columns.ts'

/** The id that users see of an identity. Users without an identity keep the id in their own column. */
export const shownIds: Migration = {
  async up(db) {
    await db.schema.alterTable('user_identities').addColumn('shown', 'text', textColumn).execute()
    for (const [provider, column] of [
      ['github', 'github_id'],
      ['linuxdo', 'linux_do_id'],
      ['wechat', 'wechat_id'],
      ['telegram', 'telegram_id'],
      ['oidc', 'oidc_id'],
    ] as const) {
      await sql`
        update user_identities set shown = (select ${sql.ref(column)} from users where users.id = user_id)
        where provider = ${provider}`.execute(db)
    }
  },
}
