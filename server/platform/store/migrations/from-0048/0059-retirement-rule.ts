import type { Kysely, Migration } from 'kysely'
import type { Tables } from '../../tables.ts'

/** The rule about models that retire, which tells the sinks of the rule about models without a price. */
export const retirementRule: Migration = {
  async up(untyped) {
    const db = untyped as Kysely<Tables>
    const like = await db.selectFrom('alert_rules').select('sinks').where('kind', '=', 'unpriced').executeTakeFirst()
    await db
      .insertInto('alert_rules')
      .values({ kind: 'retirement', parameters: JSON.stringify({ days: 30 }), sinks: like?.sinks ?? '[]' })
      .execute()
  },
}
