import { expect, test } from 'bun:test'
import { getNodeHealth } from '#contract/api/nodes.ts'
import { channelHealth } from '#contract/api/traffic.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'
import { storeNode } from '../../platform/store/node-queries.ts'
import { jobs } from '../jobs/all.ts'
import { startJobs } from '../jobs/scheduler.ts'
import { startHeartbeat } from './heartbeat.ts'

forEachDatabase((engine, fresh) => {
  const relay = relaySite(fresh)
  const health = async () => (await relay.root.call(getNodeHealth, {})).data!

  test('says what the node that answers is doing, and what it depends on', async () => {
    const { accounting, config } = relay.server.services
    const found = await health()
    expect(found.node).toMatchObject({ id: accounting.nodeId, version: config.version })
    expect(found).toMatchObject({ journal: { writable: true, pending: 0 }, database: { engine, error: '' } })
    expect(found.memory.rss).toBeGreaterThan(1_000_000)
    expect(found.journal.disk_free).toBeGreaterThan(0)
    expect(found.redis).toBeUndefined()
    expect(found.nodes.map(({ id }) => id)).toEqual([accounting.nodeId])
  })

  test('lists the jobs with their last run', async () => {
    const scheduler = await startJobs(relay.server.services, jobs)
    await relay.server.services.store.db
      .updateTable('jobs')
      .set({ next_run: 0 })
      .where('name', '=', 'forget-unpaid-answers')
      .execute()
    await scheduler.tick()
    await scheduler.stop()
    const listed = (await health()).jobs
    expect(listed.map(({ name }) => name)).toEqual(jobs.map(({ name }) => name).sort())
    const ran = listed.find(({ name }) => name === 'forget-unpaid-answers')!
    expect(ran).toMatchObject({ running: false, last_error: '' })
    expect(ran.last_run).toBeGreaterThan(0)
    expect(ran.next_run).toBeGreaterThan(ran.last_run)
  })

  test('another node is listed while it reports, and gone when it stops', async () => {
    const { services } = relay.server
    const { store } = services
    await storeNode(store.db, store.engine, {
      ...{ id: 'other', host: 'b', version: '1', started_at: 1, calls: 3, memory: 5, disk_free: 1, disk_size: 2 },
    })
    const ids = async () => (await health()).nodes.map(({ id }) => id)
    expect(await ids()).toEqual(['other', services.accounting.nodeId])
    const heartbeat = startHeartbeat({ ...services, accounting: { ...services.accounting, nodeId: 'third' } })
    await until(async () => (await ids()).includes('third'))
    await heartbeat.stop()
    expect(await ids()).not.toContain('third')
    await store.db.updateTable('nodes').set({ seen_at: 1 }).where('id', '=', 'other').execute()
    expect(await ids()).toEqual([services.accounting.nodeId])
  })

  test('attempts in progress are counted by channel until the last byte, of streams too', async () => {
    const model = relay.model()
    const token = await relay.token()
    const channel = await relay.channel({ models: model })
    const { inFlight } = relay.server.services
    const answer = await relay.chat(token, { model, stream: true })
    expect(inFlight.of(channel.id)).toBe(1)
    await answer.text()
    await until(() => inFlight.of(channel.id) === 0)
    await (await relay.chat(token, { model })).text()
    expect(inFlight.of(channel.id)).toBe(0)
    const cells = (await relay.root.call(channelHealth, { query: {} })).data!
    expect(cells.find(({ channel_id }) => channel_id === channel.id)).toMatchObject({ in_flight: 0, served: 2 })
  })
})
