import { afterAll, beforeAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { Store } from '../store/database.ts'
import { type FailedCall, openFailedCalls } from './failed-calls.ts'

const LIMITS = { user: 3, all: 8 }

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
  const clear = () => store.db.deleteFrom('logs').execute()

  test('a row says what is known of the call', async () => {
    const failedCalls = openFailedCalls(store, () => {})
    failedCalls.note(call(1, 'request-1'))
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
    const failedCalls = openFailedCalls(store, () => {})
    failedCalls.note({ ...call(1, 'request-1'), content: 'no\0 such model' })
    await failedCalls.close()
    expect(await rows()).toMatchObject([{ content: 'no such model' }])
    await clear()
  })

  test('above the limits of a minute they are counted, each user in one row', async () => {
    let now = 1_000_000
    const failedCalls = openFailedCalls(
      store,
      () => {},
      LIMITS,
      () => now,
    )
    for (let n = 0; n < 10; n++) failedCalls.note(call(1, `a${n}`))
    for (let user = 2; user <= 9; user++) failedCalls.note(call(user, `b${user}`))
    await failedCalls.flush()
    expect((await rows()).map(({ request_id }) => request_id)).toEqual(['a0', 'a1', 'a2', 'b2', 'b3', 'b4', 'b5', 'b6'])
    now += 60_000
    failedCalls.note(call(1, 'later'))
    await failedCalls.close()
    const more = (await rows()).slice(8)
    expect(more.map(({ request_id }) => request_id)).toEqual(['', '', '', '', 'later'])
    expect(more.map(({ user_id }) => user_id)).toEqual([1, 7, 8, 9, 1])
    expect(JSON.parse(more[0]?.other ?? '').message.en).toStartWith('7 more calls failed')
    await clear()
  })

  test('a database that is away gets them later, and the operator is told once', async () => {
    const warnings: string[] = []
    const away = {
      ...store,
      db: {
        transaction: () => {
          throw new Error('away')
        },
      },
    } as unknown as Store
    const place = { ...away }
    const failedCalls = openFailedCalls(place, (message) => warnings.push(message))
    failedCalls.note(call(1, 'request-1'))
    await failedCalls.flush()
    await failedCalls.flush()
    expect(warnings).toEqual(['failed calls were not logged, trying again: Error: away'])
    place.db = store.db
    await failedCalls.close()
    expect((await rows()).map(({ request_id }) => request_id)).toEqual(['request-1'])
    await clear()
  })
})
