import { RECENT_TESTS } from '#contract/api/channels.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Channel } from '../../registry/channels.ts'
import type { Queryable, Store } from '../../store/database.ts'
import type { ChannelRow, ChannelTestRow } from '../../store/tables.ts'
import { wordsWithoutSecrets } from '../../upstream/upstream-failure.ts'
import { storedTestError } from '../test-error.ts'

/** What a test of a stored channel found. */
export interface Tested {
  model: string
  ms: number
  /** Unix seconds. */
  at: number
  /** Why it failed, if so. */
  failure: Failure | undefined
}

type LastTest = Pick<ChannelRow, 'response_time' | 'test_time' | 'test_error'>

/**
 * Stores a test as the channel's last one, and among its last ones, of which the oldest goes. Answers the changed
 * columns of the channel. A channel that was deleted meanwhile has no tests.
 */
export async function storeTest(
  { db }: Pick<Store, 'db'>,
  channel: Channel,
  { model, ms, at, failure }: Tested,
): Promise<LastTest> {
  const last = { response_time: ms, test_time: at, test_error: storedTestError(failure) }
  await db.transaction().execute(async (trx) => {
    // Also lets two tests that end at once wait for each other.
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

/** What many read in passing names neither keys nor hosts, and is short. */
function shortReason({ code, parameters }: Failure, channel: Channel): Failure {
  if (typeof parameters.detail !== 'string') return new Failure(code, parameters)
  const message = wordsWithoutSecrets(parameters.detail, channel)
  const short = message.length > MAX_REASON ? `${message.slice(0, MAX_REASON)}…` : message
  return new Failure(code, { ...parameters, detail: short })
}

/** The last tests of channels by id, each channel's oldest first. */
export async function recentTests(db: Queryable, ids: readonly number[]): Promise<Map<number, ChannelTestRow[]>> {
  const found = new Map<number, ChannelTestRow[]>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
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

/** Longer lists are more than a statement of SQLite or PostgreSQL takes. */
const AT_ONCE = 1000
