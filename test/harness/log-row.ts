import { LOG_TYPE } from '#contract/statuses.ts'
import type { NewLog } from '#server/platform/store/tables.ts'

/** A log row of a call of root, but for what a test is about. */
export function logRow(columns: Partial<NewLog>): NewLog {
  return {
    user_id: 1,
    created_at: 1_000,
    type: LOG_TYPE.consume,
    content: '',
    username: 'root',
    token_name: 'default',
    model_name: 'gpt-4o',
    quota: 1,
    prompt_tokens: 1,
    completion_tokens: 1,
    use_time: 1,
    is_stream: 0,
    channel_id: 7,
    token_id: 3,
    other: '',
    request_id: '',
    ...columns,
  }
}
