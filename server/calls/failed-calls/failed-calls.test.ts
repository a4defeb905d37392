import { afterAll, beforeAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { Store } from '../../platform/store/database.ts'
import { type FailedCall, openFailedCalls } from './failed-calls.ts'

const LIMITS = { user: 3, all: 8 }
const hasModel = (model: string) => model.startsWith('gpt-4o')

const call = (user: number, id: string): FailedCall => ({
  id,
  at: 1_772_000_000,
  user,
  name: `user-${user}`,
  token: 4,
  tokenName: 'app',
  channel: 7,
  model: 'gpt-4o',
  stream: true,
  seconds: 2,
  content: '无可用渠道',
  other: { end_reason: 'failed', code: 'no_channel', status: 503 },
})

forEachDatabase((_engine, fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
  })
  afterAll(() => store.close())

  const rows = () => store.db.selectFrom('logs').selectAll().orderBy('id').execute()
  /** The counts of the roll-ups, by user and model. */
  const counted = async () => {
    const rollups = await store.db
      .selectFrom('quota_data')
      .selectAll()
      .orderBy('user_id')
      .orderBy('model_name')
      .execute()
    return rollups.map(({ user_id, model_name, failed_count }) => [user_id, model_name, failed_count])
  }
  async function clear() {
    await store.db.deleteFrom('logs').execute()
    await store.db.deleteFrom('quota_data').execute()
  }

  test('a row says what is known of the call', async () => {
    const failedCalls = openFailedCalls(store, () => {}, hasModel)
    failedCalls.record(call(1, 'request-1'))
    await failedCalls.close()
    expect(await rows()).toMatchObject([
      {
        user_id: 1,
        username: 'user-1',
        token_id: 4,
        token_name: 'app',
        channel_id: 7,
        model_name: 'gpt-4o',
        created_at: 1_772_000_000,
        type: 4,
        content: '无可用渠道',
        quota: 0,
        use_time: 2,
        is_stream: 1,
        request_id: 'request-1',
        other: '{"end_reason":"failed","code":"no_channel","status":503}',
      },
    ])
    await clear()
  })

  test('what an upstream said is stored without what PostgreSQL refuses', async () => {
    const failedCalls = openFailedCalls(store, () => {}, hasModel)
    failedCalls.record({ ...call(1, 'request-1'), content: 'no\0 such model' })
    await failedCalls.close()
    expect(await rows()).toMatchObject([{ content: 'no such model' }])
    await clear()
  })

  test('above the limits of a minute they are counted, each user in one row', async () => {
    let now = 1_000_000
    const failedCalls = openFailedCalls(
      store,
      () => {},
      hasModel,
      LIMITS,
      () => now,
    )
    for (let n = 0; n < 10; n++) failedCalls.record(call(1, `a${n}`))
    for (let user = 2; user <= 9; user++) failedCalls.record(call(user, `b${user}`))
    await failedCalls.flush()
    expect((await rows()).map(({ request_id }) => request_id)).toEqual(['a0', 'a1', 'a2', 'b2', 'b3', 'b4', 'b5', 'b6'])
    now += 60_000
    failedCalls.record(call(1, 'later'))
    await failedCalls.close()
    const more = (await rows()).slice(8)
    expect(more.map(({ request_id }) => request_id)).toEqual(['', '', '', '', 'later'])
    expect(more.map(({ user_id }) => user_id)).toEqual([1, 7, 8, 9, 1])
    expect(JSON.parse(more[0]?.other ?? '').message.en).toEndWith(': 7')
    // Every call once, and none a second time for the summary row.
    const once = [2, 3, 4, 5, 6, 7, 8, 9].map((user) => [user, 'gpt-4o', 1])
    expect(await counted()).toEqual([[1, 'gpt-4o', 11], ...once])
    await clear()
  })

  test('a roll-up counts them by the hour, token and last channel, beside what was served', async () => {
    const hour = 1_772_000_000 - (1_772_000_000 % 3600)
    const served = {
      created_at: hour,
      user_id: 1,
      username: 'user-1',
      model_name: 'gpt-4o',
      token_id: 4,
      channel_id: 7,
    }
    await store.db
      .insertInto('quota_data')
      .values({ ...served, token_used: 5, count: 2, quota: 50 })
      .execute()
    const failedCalls = openFailedCalls(store, () => {}, hasModel)
    failedCalls.record(call(1, 'first'))
    failedCalls.record({ ...call(1, 'second'), channel: 0 })
    await failedCalls.flush()
    failedCalls.record(call(1, 'third'))
    await failedCalls.close()
    const rollups = await store.db.selectFrom('quota_data').selectAll().orderBy('channel_id').execute()
    expect(rollups).toMatchObject([
      { ...served, channel_id: 0, count: 0, token_used: 0, quota: 0, failed_count: 1, unlisted_count: 0 },
      { ...served, count: 2, token_used: 5, quota: 50, failed_count: 2 },
    ])
    await clear()
  })

  test('names that no channel has are callers’ words: however many there are, they make one roll-up', async () => {
    const failedCalls = openFailedCalls(store, () => {}, hasModel)
    for (let n = 0; n < 500; n++) failedCalls.record({ ...call(1, `made-up-${n}`), model: `made-up-${n}` })
    failedCalls.record({ ...call(1, 'known'), model: 'gpt-4o-mini' })
    await failedCalls.close()
    expect(await counted()).toEqual([
      [1, '', 500],
      [1, 'gpt-4o-mini', 1],
    ])
    await clear()
  })

  test('they are counted where no rows are wanted', async () => {
    const failedCalls = openFailedCalls(store, () => {}, hasModel, LIMITS)
    for (let n = 0; n < 10; n++) failedCalls.record(call(1, `call-${n}`), false)
    await failedCalls.close()
    expect(await rows()).toEqual([])
    expect(await counted()).toEqual([[1, 'gpt-4o', 10]])
    await clear()
  })

  test('rows and counts come together or not at all, and once', async () => {
    const rename = (from: string, to: string) => store.db.schema.alterTable(from).renameTo(to).execute()
    const failedCalls = openFailedCalls(store, () => {}, hasModel)
    failedCalls.record(call(1, 'first'))
    await rename('quota_data', 'out_of_reach')
    await failedCalls.flush()
    expect(await rows()).toEqual([])
    await rename('out_of_reach', 'quota_data')
    failedCalls.record(call(1, 'second'))
    await failedCalls.close()
    expect((await rows()).map(({ request_id }) => request_id)).toEqual(['first', 'second'])
    expect(await counted()).toEqual([[1, 'gpt-4o', 2]])
    await clear()
  })

  test('a database that is away gets them later, and the operator is told once', async () => {
    const warnings: string[] = []
    const away = {
      ...store,
      writes: {
        transaction: () => {
          throw new Error('away')
        },
      },
    } as unknown as Store
    const place = { ...away }
    const failedCalls = openFailedCalls(place, (message) => warnings.push(message), hasModel)
    failedCalls.record(call(1, 'request-1'))
    await failedCalls.flush()
    await failedCalls.flush()
    expect(warnings).toEqual(['failed calls could not be logged, trying again: Error: away'])
    place.writes = store.writes
    await failedCalls.close()
    expect((await rows()).map(({ request_id }) => request_id)).toEqual(['request-1'])
    expect(await counted()).toEqual([[1, 'gpt-4o', 1]])
    await clear()
  })
})
