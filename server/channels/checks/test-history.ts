import { RECENT_TESTS } from '#contract/api/channels.ts'
import { redactText } from '../../calls/upstream/upstream-failure.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Queryable, Store } from '../../platform/store/database.ts'
import type { ChannelRow } from '../../platform/store/tables.ts'
import { storedTestError } from '../test-error.ts'
import type { ChannelTestRow } from './tables.ts'

/** The result of testing a stored channel. */
export interface TestRecord {
  model: string
  ms: number
  /** Unix seconds. */
  at: number
  /** Reason of a failure, if it failed. */
  failure: ApiError | undefined
}

type LastTest = Pick<ChannelRow, 'response_time' | 'test_time' | 'test_error'>

/**
 * Stores a test as the channel's last one, and in its recent tests, dropping the oldest. Returns the changed
 * columns of the channel. Tests of a channel that was deleted meanwhile are not stored.
 */
export async function storeTest(
  { db }: Pick<Store, 'db'>,
  channel: Channel,
  { model, ms, at, failure }: TestRecord,
): Promise<LastTest> {
  const last = { response_time: ms, test_time: at, test_error: storedTestError(failure) }
  await db.transaction().execute(async (trx) => {
    // The row lock also serializes two tests that end at the same time.
    const updated = await trx.updateTable('channels').set(last).where('id', '=', channel.id).executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return
    const error = storedTestError(failure && shortReason(failure, channel))
    await trx
      .insertInto('channel_tests')
      .values({ channel_id: channel.id, tested_at: at, response_time: ms, model: model.slice(0, MAX_MODEL), error })
      .execute()
    await trx
      .deleteFrom('channel_tests')
      .where('channel_id', '=', channel.id)
      .where('id', '<=', (from) =>
        from
          .selectFrom('channel_tests as kept')
          .select('kept.id')
          .where('kept.channel_id', '=', channel.id)
          .orderBy('kept.id', 'desc')
          .offset(RECENT_TESTS)
          .limit(1),
      )
      .execute()
  })
  return last
}

const MAX_MODEL = 200
const MAX_REASON = 160

/** Shortens the reason and removes keys and hosts, because many users can read it. */
function shortReason({ code, parameters }: ApiError, channel: Channel): ApiError {
  if (typeof parameters.detail !== 'string') return new ApiError(code, parameters)
  const message = redactText(parameters.detail, channel)
  const short = message.length > MAX_REASON ? `${message.slice(0, MAX_REASON)}…` : message
  return new ApiError(code, { ...parameters, detail: short })
}

/** The recent tests of channels by id, oldest first. */
export async function listRecentTests(db: Queryable, ids: readonly number[]): Promise<Map<number, ChannelTestRow[]>> {
  const found = new Map<number, ChannelTestRow[]>()
  for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
    const some = ids.slice(from, from + IDS_PER_QUERY)
    const rows = await db
      .selectFrom('channel_tests')
      .selectAll()
      .where('channel_id', 'in', some)
      .orderBy('id')
      .execute()
    for (const row of rows) found.set(row.channel_id, [...(found.get(row.channel_id) ?? []), row])
  }
  return found
}

/** SQLite and PostgreSQL do not accept longer lists in one statement. */
const IDS_PER_QUERY = 1000
