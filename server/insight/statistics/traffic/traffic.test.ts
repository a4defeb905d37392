import { afterEach, describe, expect, test } from 'bun:test'
import { setOption } from '#contract/api/options.ts'
import * as api from '#contract/api/traffic.ts'
import type { OptionKey } from '#contract/options.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { openTraffic } from '../../../calls/traffic/traffic.ts'

const HOUR = 3600
const NOW = nowInSeconds()
const AT = NOW - (NOW % HOUR)
const served = (columns: object = {}) => ({
  channel: 7,
  model: 'gpt-4o',
  endedAt: AT * 1000,
  firstByteMs: 300,
  totalMs: 2300,
  streamedTokens: 100,
  ...columns,
})
const failed = (columns: object = {}) => ({
  channel: 7,
  model: 'gpt-4o',
  at: AT * 1000,
  kind: 'server' as const,
  status: 500,
  message: 'broken\0',
  requestId: 'request-1',
  ...columns,
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const board = async (query: object = {}) => (await root.call(api.channelHealth, { query: query as never })).data ?? []
  const counters = () =>
    openTraffic(
      server.services.store,
      () => {},
      (model) => model !== 'made-up',
    )
  const option = (key: OptionKey, value: string) => root.call(setOption, { body: { key, value } })
  afterEach(async () => {
    await server.services.store.db.deleteFrom('traffic_hours').execute()
    await server.services.store.db.deleteFrom('traffic_errors').execute()
  })

  test('several nodes add to the same hours, and the last error of a kind is kept', async () => {
    const [one, two] = [counters(), counters()]
    for (let call = 0; call < 3; call++) one.served(served())
    two.served(served({ firstByteMs: 5000, totalMs: 9000, streamedTokens: 0 }))
    one.failed(failed({ requestId: 'first', at: AT * 1000 - 5000 }))
    await one.close()
    two.failed(failed({ requestId: 'second' }))
    two.failed(failed({ kind: 'rate', status: 429, message: 'slow down' }))
    await two.close()
    const cells = await board()
    expect(cells).toHaveLength(1)
    expect(cells[0]).toMatchObject({
      channel_id: 7,
      model_name: 'gpt-4o',
      served: 4,
      failed: { server: 2, rate: 1 },
      errors: [
        { kind: 'rate', status: 429, message: 'slow down' },
        { kind: 'server', status: 500, message: 'broken', request_id: 'second' },
      ],
    })
    expect(cells[0]!.tokens_per_second!.p50).toBeWithin(35, 51)
    expect(cells[0]!.tokens_per_second!.p95).toBeLessThanOrEqual(cells[0]!.tokens_per_second!.p50)
    expect(cells[0]!.first_byte_ms!.p50).toBeWithin(200, 401)
    expect(cells[0]!.first_byte_ms!.p95).toBeWithin(4000, 7001)
    expect(cells[0]!.slices.reduce((sum, slice) => sum + slice.served, 0)).toBe(4)
  })

  test('made-up names of models make one row, and a filter selects channel and model', async () => {
    const traffic = counters()
    for (let call = 0; call < 50; call++) traffic.failed(failed({ model: 'made-up', channel: 0 }))
    traffic.served(served({ channel: 8 }))
    traffic.served(served({ model: 'o3' }))
    await traffic.close()
    expect((await board({ channel: 8 })).map(({ channel_id }) => channel_id)).toEqual([8])
    expect((await board({ model_name: 'o3' })).map(({ channel_id }) => channel_id)).toEqual([7])
    expect(await server.services.store.db.selectFrom('traffic_hours').selectAll().execute()).toHaveLength(3)
  })

  test('a channel in one cell has the sums of its models', async () => {
    const traffic = counters()
    for (const model of ['gpt-4o', 'o3']) traffic.served(served({ model }))
    traffic.failed(failed({ model: 'o3' }))
    traffic.served(served({ channel: 8 }))
    await traffic.close()
    const cells = await board({ by: 'channel' })
    expect(cells.map(({ channel_id, model_name, served }) => [channel_id, model_name, served])).toEqual([
      [7, '', 2],
      [8, '', 1],
    ])
    expect(cells[0]!.slices.map(({ served, failed }) => [served, failed])).toEqual([[2, 1]])
    expect(cells[0]!.first_byte_ms!.p50).toBeGreaterThan(0)
    expect(cells[0]!.slices[0]!.first_byte_ms).toBe(cells[0]!.first_byte_ms!.p50)
  })

  test('a model in one cell has the sums of its channels', async () => {
    const traffic = counters()
    for (const channel of [7, 8]) traffic.served(served({ channel, model: 'gpt-4o' }))
    traffic.failed(failed({ model: 'gpt-4o' }))
    traffic.served(served({ model: 'o3' }))
    await traffic.close()
    const { db } = server.services.store
    const spent = { user_id: 1, username: 'root', token_used: 0, count: 1, created_at: 0 }
    const at = (await db.selectFrom('traffic_hours').select('created_at').executeTakeFirstOrThrow()).created_at
    for (const channel_id of [7, 8]) {
      const row = { ...spent, created_at: at, channel_id, model_name: 'gpt-4o', quota: 10 }
      await db
        .insertInto('quota_data')
        .values(row as never)
        .execute()
    }
    const [cell] = await board({ by: 'model' })
    expect(cell).toMatchObject({ channel_id: 0, model_name: 'gpt-4o', served: 2, quota: 20 })
    expect(cell!.slices).toMatchObject([{ served: 2, failed: 1, quota: 20 }])
  })

  test('what the database refused is written later, once', async () => {
    const { db } = server.services.store
    const warnings: string[] = []
    const traffic = openTraffic(
      server.services.store,
      (text) => warnings.push(text),
      () => true,
    )
    traffic.served(served())
    await db.schema.alterTable('traffic_errors').renameTo('elsewhere').execute()
    await db.schema.alterTable('traffic_hours').renameTo('away').execute()
    await traffic.flush()
    traffic.served(served())
    await db.schema.alterTable('away').renameTo('traffic_hours').execute()
    await db.schema.alterTable('elsewhere').renameTo('traffic_errors').execute()
    await traffic.close()
    expect(warnings).toHaveLength(1)
    expect((await board())[0]).toMatchObject({ served: 2 })
  })

  test('a range above a month is refused', async () => {
    expect(await root.call(api.channelHealth, { query: { start_timestamp: 1 } as never })).toMatchObject({
      success: false,
    })
  })

  describe('incidents', () => {
    const body = { title: 'Slow answers', body: 'We are looking into it.', models: ['gpt-4o'] }
    test('are reported, ended and deleted, each with an audit row', async () => {
      await option('StatusPageEnabled', 'true')
      const { data } = await root.call(api.createIncident, { body })
      expect(data).toMatchObject({ ...body, resolved_at: 0 })
      const id = data!.id
      const ended = await root.call(api.updateIncident, { body: { ...body, id, resolved: true } })
      expect(ended.data!.resolved_at).toBeGreaterThanOrEqual(data!.created_at)
      expect(await server.call(api.siteStatus, {})).toMatchObject({ incidents: [{ id, models: ['gpt-4o'] }] })
      await root.call(api.deleteIncident, { params: { id } })
      expect(await server.call(api.siteStatus, {})).toMatchObject({ incidents: [] })
      expect((await root.call(api.deleteIncident, { params: { id } })).success).toBe(false)
      const audits = await server.services.store.db.selectFrom('audits').select('action').orderBy('id').execute()
      expect(audits.map(({ action }) => action).filter((action) => action.startsWith('incident'))).toEqual([
        'incident.create',
        'incident.update',
        'incident.delete',
      ])
      await option('StatusPageEnabled', 'false')
    })
    test('and states are shown to visitors only where the page is public', async () => {
      expect((await server.call(api.siteStatus, {})).success).toBe(false)
      // Administrators see what they are about to make public.
      expect((await root.call(api.siteStatus, {})).success).toBe(true)
    })
  })
})
