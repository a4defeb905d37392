import type { ExpressionBuilder } from 'kysely'
import { LOG_TYPE, type LogType } from '#contract/statuses.ts'
import type { Words } from '#contract/words.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

/** A log row that does not concern a call. */
export interface LogEvent {
  type: LogType
  /** The user that the row concerns; absent = the whole system. */
  user?: { id: number; username: string }
  /** Chinese is the row's content, as in all databases of this family; both languages are stored in `other`. */
  content: Words
  /** Quota units added to the wallet. */
  quota?: number
}

/** Writes a log row. Call it in the transaction of the event, so that neither exists without the other. */
export async function writeLog(db: Queryable, { type, user, content, quota = 0 }: LogEvent): Promise<void> {
  await db
    .insertInto('logs')
    .values({
      user_id: user?.id ?? 0,
      created_at: nowInSeconds(),
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

/** Reads the bilingual message in a row's `other`, if the content is our own text; null = none. */
export function readMessage(other: string): Words | null {
  if (!other) return null
  try {
    const { message } = JSON.parse(other) as { message?: Partial<Words> }
    return typeof message?.zh === 'string' && typeof message.en === 'string' ? { zh: message.zh, en: message.en } : null
  } catch {
    return null
  }
}

/** Whether a row tells of a user's wallet. System rows with a model concern a call. */
export const isOfWallet = ({ or, and, eb }: ExpressionBuilder<Tables, 'logs'>) =>
  or([
    eb('type', 'in', [LOG_TYPE.topup, LOG_TYPE.manage]),
    and([eb('type', '=', LOG_TYPE.system), eb('model_name', '=', '')]),
  ])
