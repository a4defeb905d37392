import type { Log } from '#contract/api/logs.ts'
import type { WholeLog } from '../../money/receipts/whole-rows.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { type Column, tableResponse } from '../statistics/table-file.ts'
import type { LogFilter } from './filter.ts'
import { presentLog, presentOwnLog } from './present.ts'
import { logBatches } from './queries.ts'

const BATCH = 200

const COLUMNS: Column<Log>[] = [
  { name: 'id', value: (row) => row.id },
  { name: 'type', unit: '1 top-up, 2 consumption, 3 management, 4 system', value: (row) => row.type },
  { name: 'user_id', value: (row) => row.user_id },
  { name: 'username', value: (row) => row.username },
  { name: 'token_id', value: (row) => row.token_id },
  { name: 'token_name', value: (row) => row.token_name },
  { name: 'model_name', value: (row) => row.model_name },
  { name: 'channel', unit: 'id', value: (row) => row.channel },
  { name: 'quota', unit: 'quota units', value: (row) => row.quota },
  { name: 'prompt_tokens', unit: 'tokens', value: (row) => row.prompt_tokens },
  { name: 'completion_tokens', unit: 'tokens', value: (row) => row.completion_tokens },
  { name: 'use_time', unit: 'seconds', value: (row) => row.use_time },
  { name: 'is_stream', value: (row) => row.is_stream },
  { name: 'cost', unit: 'thousandths of a quota unit', value: (row) => row.cost ?? '' },
  { name: 'content', value: (row) => row.content },
  { name: 'details', unit: 'JSON', value: (row) => row.other },
]
const OWN_COLUMNS = COLUMNS.filter(({ name }) => name !== 'channel' && name !== 'cost')

/** A download of all rows of a filter. A filter with `userId` exports the user's own view. */
export function exportLogs(
  db: Queryable,
  filter: LogFilter & { format: 'csv' | 'jsonl'; time_zone: string },
): Response {
  const own = filter.userId !== undefined
  const present = own ? presentOwnLog : presentLog
  async function* batches() {
    for await (const rows of logBatches(db, filter, BATCH)) yield rows.map((row: WholeLog) => present(row))
  }
  return tableResponse<Log>({
    name: 'logs',
    format: filter.format,
    timeZone: filter.time_zone,
    time: (row) => row.created_at,
    columns: own ? OWN_COLUMNS : COLUMNS,
    batches: batches(),
  })
}
