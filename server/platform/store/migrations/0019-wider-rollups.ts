import type { Migration } from 'kysely'
import { zero } from './columns.ts'

/** Roll-ups separate input tokens from output tokens, and count failed calls. */
export const widerRollups: Migration = {
  async up({ schema }) {
    for (const name of ['prompt_tokens', 'completion_tokens', 'failed_count']) {
      await schema.alterTable('quota_data').addColumn(name, 'bigint', zero).execute()
    }
  },
}
