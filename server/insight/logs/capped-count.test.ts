import { expect, test } from 'bun:test'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { listLogs } from './queries.ts'

const CALLS = 3
const FAILED = 10_500
const AT_ONCE = 500
const OF_TOKEN = { token_name: 'web', model_name: '', request_id: '' }

forEachDatabase((_engine, fresh) => {
  test('a capped count ends, be it of calls or of others, and counts few of them exactly', async () => {
    const { db, reads } = await fresh.store()
    const failed = Array.from({ length: FAILED }, (_, i) =>
      logRow({ type: LOG_TYPE.system, token_name: 'web', created_at: 1000 + i }),
    )
    for (let i = 0; i < FAILED; i += AT_ONCE) {
      const rows = failed.slice(i, i + AT_ONCE)
      await db.insertInto('logs').values(rows).execute()
    }
    const call = logRow({ type: LOG_TYPE.consume, token_name: 'web', created_at: 20_000 })
    await db.insertInto('logs').values(Array(CALLS).fill(call)).execute()
    const rare = { token_name: 'rare', created_at: 500 }
    const few = [LOG_TYPE.consume, LOG_TYPE.system, LOG_TYPE.system].map((type) => logRow({ ...rare, type }))
    await db.insertInto('logs').values(few).execute()
    const count = async (capped: boolean, offset = 0, filter = OF_TOKEN) => {
      const { total, more } = await listLogs(reads, filter, { offset, limit: 5 }, capped)
      return { total, more }
    }
    expect(await count(false)).toEqual({ total: CALLS + FAILED, more: undefined })
    expect(await count(true)).toEqual({ total: CALLS + 10_000, more: true })
    // Few rows are counted exactly, however many others there are.
    expect(await count(true, 0, { ...OF_TOKEN, token_name: 'rare' })).toEqual({ total: 3, more: false })
    // The total grows while paging.
    expect(await count(true, 10_400)).toEqual({ total: CALLS + 10_405, more: true })
    expect(await count(true, CALLS + FAILED - 3)).toEqual({ total: CALLS + FAILED, more: false })
  })
})
