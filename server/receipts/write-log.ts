import type { LogType } from '#contract/statuses.ts'
import type { Words } from '#contract/words.ts'
import type { Queryable } from '../store/database.ts'

/** Something worth a row that is no call. */
export interface LogEvent {
  type: LogType
  /** Whom it is about; absent = the whole system. */
  user?: { id: number; username: string }
  /** Chinese is the row's content, as in all databases of this family; the other is with it. */
  content: Words
  /** Quota units that moved into the wallet. */
  quota?: number
}

/** Writes a log row. Call it in the transaction of what it tells of, so that there is never one without the other. */
export async function writeLog(db: Queryable, { type, user, content, quota = 0 }: LogEvent): Promise<void> {
  await db
    .insertInto('logs')
    .values({
      user_id: user?.id ?? 0,
      created_at: Math.floor(Date.now() / 1000),
      type,
      content: content.zh,
      username: user?.username ?? '',
      token_name: '',
      model_name: '',
      quota,
      prompt_tokens: 0,
      completion_tokens: 0,
      use_time: 0,
      is_stream: 0,
      channel_id: 0,
      token_id: 0,
      other: JSON.stringify({ message: content }),
      request_id: '',
    })
    .execute()
}
