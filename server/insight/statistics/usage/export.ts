import type { Queryable } from '../../../platform/store/database.ts'
import { type Column, tableResponse } from '../table-file.ts'
import { type UsageDetail, type UsageFilter, usageBatches } from './queries.ts'

const BATCH = 1000

/** A download of the roll-ups of a filter, for administrators with users and channels. */
export function exportUsage(
  db: Queryable,
  filter: UsageFilter,
  file: { format: 'csv' | 'jsonl'; time_zone: string },
  quotaPerUnit: number,
  forAdmin: boolean,
): Response {
  const columns: (Column<UsageDetail> & { adminOnly?: true })[] = [
    { name: 'user_id', adminOnly: true, value: (row) => row.user_id },
    { name: 'username', adminOnly: true, value: (row) => row.username },
    { name: 'model_name', value: (row) => row.model_name },
    { name: 'token_id', value: (row) => row.token_id },
    { name: 'token_name', value: (row) => row.token_name ?? '' },
    { name: 'channel', unit: 'id', adminOnly: true, value: (row) => row.channel_id },
    { name: 'channel_name', adminOnly: true, value: (row) => row.channel_name ?? '' },
    { name: 'count', unit: 'calls', value: (row) => row.count },
    { name: 'token_used', unit: 'tokens', value: (row) => row.token_used },
    { name: 'quota', unit: `quota units; ${quotaPerUnit} = 1 USD`, value: (row) => row.quota },
    { name: 'refunded', unit: 'quota units, not in quota', value: (row) => row.refunded },
    { name: 'prompt_tokens', unit: 'tokens', value: (row) => row.prompt_tokens },
    { name: 'completion_tokens', unit: 'tokens', value: (row) => row.completion_tokens },
    { name: 'failed_count', unit: 'calls, not in count', value: (row) => row.failed_count },
    { name: 'cached_tokens', unit: 'tokens, in prompt_tokens', value: (row) => row.cached_tokens },
  ]
  return tableResponse({
    name: 'usage',
    format: file.format,
    timeZone: file.time_zone,
    time: (row) => row.created_at,
    columns: columns.filter(({ adminOnly }) => forAdmin || !adminOnly),
    batches: usageBatches(db, filter, BATCH),
  })
}
