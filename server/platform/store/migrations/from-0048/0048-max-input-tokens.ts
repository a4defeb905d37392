import type { Migration } from 'kysely'
import { zero } from '../columns.ts'

/** The number of input tokens that consoles of this family note of a channel; 0 = none. */
export const maxInputTokens: Migration = {
  async up({ schema }) {
    await schema.alterTable('channels').addColumn('max_input_tokens', 'bigint', zero).execute()
  },
}
