import type { Migration } from 'kysely'
import { textColumn, zero } from './columns.ts'

/** What estimates have learned of the tokens of each script in each family of models. */
export const learnedRatios: Migration = {
  async up({ schema }) {
    await schema
      .createTable('learned_ratios')
      .addColumn('family', 'text', textColumn)
      .addColumn('script', 'text', textColumn)
      .addColumn('pieces', 'bigint', zero)
      .addColumn('tokens', 'bigint', zero)
      .addColumn('calls', 'bigint', zero)
      .addPrimaryKeyConstraint('learned_ratios_key', ['family', 'script'])
      .execute()
  },
}
