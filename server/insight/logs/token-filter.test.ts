import { beforeAll, expect, test } from 'bun:test'
import * as api from '#contract/api/logs.ts'
import { createToken, updateToken } from '#contract/api/tokens.ts'
import { repairWatchdog } from '#contract/api/watchdog.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const HOUR = 3600
const START = 495_000 * HOUR

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let bob: LoggedIn
  /** A renamed token; another of the same owner and one of another user have the same name. */
  let renamed: number
  let twin: number
  let foreign: number

  beforeAll(async () => {
    const { username, id } = await server.addUser({ username: 'bob' })
    bob = await server.login(username, PASSWORD)
    const make = async (who: LoggedIn, name: string) =>
      (await who.call(createToken, { body: { name, unlimited_quota: true } })).data!.id
    renamed = await make(bob, 'old')
    twin = await make(bob, 'new')
    foreign = await make(root, 'new')
    await bob.call(updateToken, { query: {}, body: { id: renamed, name: 'new' } })
    const mine = { user_id: id, username: 'bob' }
    const rows = [
      logRow({ ...mine, created_at: START, quota: 1, token_id: renamed, token_name: 'old', model_name: 'gpt-4o' }),
      logRow({ ...mine, created_at: START + HOUR, quota: 2, token_id: renamed, token_name: 'new', model_name: 'o3' }),
      logRow({ ...mine, created_at: START + 2, type: LOG_TYPE.system, quota: 0, token_id: renamed, token_name: 'old' }),
      logRow({ ...mine, created_at: START + 3, quota: 4, token_id: twin, token_name: 'new' }),
      logRow({ user_id: 1, username: 'root', created_at: START + 4, quota: 8, token_id: foreign, token_name: 'new' }),
    ]
    await server.services.store.db.insertInto('logs').values(rows).execute()
    await root.call(repairWatchdog, {})
  })

  /** The responses of each endpoint for a token. */
  async function told(who: LoggedIn, tokenId: number, own: boolean, more: Record<string, unknown> = {}) {
    const query = { token_id: tokenId, ...more }
    const { data: list } = own ? await who.call(api.listOwnLogs, { query }) : await who.call(api.listLogs, { query })
    const { data: capped } = await who.call(own ? api.listOwnLogs : api.listLogs, {
      query: { ...query, count: 'capped' },
    } as never)
    const { data: stat } = await who.call(own ? api.ownLogStat : api.logStat, { query } as never)
    const spread = { query: { ...query, start_timestamp: START, end_timestamp: START + 20 * HOUR } }
    const { data: bars } = await who.call(own ? api.ownLogHistogram : api.logHistogram, spread as never)
    const sent = new URLSearchParams({ format: 'jsonl', ...more, token_id: String(tokenId) })
    const file = await server.request(`/api/log${own ? '/self' : ''}/export?${sent}`, { headers: who.headers })
    return {
      quotas: list?.items.map(({ quota }) => quota),
      totals: [list?.total, (capped as api.LogPage | undefined)?.total],
      spent: (stat as api.LogStat | undefined)?.quota,
      bars: (bars as api.LogHistogram | undefined)?.items.reduce((sum, { calls, failed }) => sum + calls + failed, 0),
      lines: (await file.text()).split('\n').filter(Boolean).length,
    }
  }
  const ALL = { quotas: [2, 0, 1], totals: [3, 3], spent: 3, bars: 3, lines: 3 }
  const NOTHING = { quotas: [], totals: [0, 0], spent: 0, bars: 0, lines: 0 }

  test('finds calls under its older name, and none of another token of its name', async () => {
    expect(await told(root, renamed, false)).toEqual(ALL)
    expect(await told(bob, renamed, true)).toEqual(ALL)
    expect(await told(root, twin, false)).toEqual({ quotas: [4], totals: [1, 1], spent: 4, bars: 1, lines: 1 })
  })

  test('goes together with other filters', async () => {
    const named = { quotas: [2], totals: [1, 1], spent: 2, bars: 1, lines: 1 }
    expect(await told(root, renamed, false, { token_name: 'new' })).toEqual(named)
    expect(await told(bob, renamed, true, { model_name: 'o3' })).toEqual(named)
    expect(await told(root, renamed, false, { username: 'root' })).toEqual(NOTHING)
  })

  test('shows users nothing of a token that is somebody else’s', async () => {
    expect(await told(bob, foreign, true)).toEqual(NOTHING)
    expect(await told(root, foreign, false)).toEqual({ quotas: [8], totals: [1, 1], spent: 8, bars: 1, lines: 1 })
  })

  test('leaves the names of the other tokens to choose from', async () => {
    const { data: all } = await root.call(api.logFacets, { query: { token_id: renamed } })
    expect(all?.token_name).toEqual([
      { value: 'new', count: 3 },
      { value: 'old', count: 2 },
    ])
    expect(all?.model_name.reduce((sum, { count }) => sum + count, 0)).toBe(3)
    const { data: own } = await bob.call(api.ownLogFacets, { query: { token_id: foreign } })
    expect(own?.model_name).toEqual([])
    expect(own?.token_name.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  })

  test('counts as absent where it is no id', async () => {
    for (const nonsense of ['', '0', 'x']) {
      const { data } = await bob.call(api.listOwnLogs, { query: { token_id: nonsense } })
      expect(data?.total).toBe(4)
    }
  })
})
