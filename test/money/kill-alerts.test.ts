import { afterAll, describe, expect, test } from 'bun:test'
import { openStore } from '#server/platform/store/database.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { fromTier } from '#test/harness/from-tier.ts'
import { startFakeSinks } from '#test/harness/sinks.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

fromTier('all', describe)('a server that is killed', () => {
  const site = crashSite()
  const sinks = startFakeSinks()
  afterAll(() => sinks.stop())

  /** What was taken by the dead node is free, as it is after a minute or two. */
  async function passTime() {
    const store = await openStore({ dataDir: site.dataDir })
    await store.db.updateTable('jobs').set({ lease_until: 0, next_run: 0 }).execute()
    const waiting = await store.db.updateTable('alert_messages').set({ due_at: 0 }).executeTakeFirst()
    await store.close()
    expect(waiting.numUpdatedRows).toBeGreaterThan(0n)
  }

  test(
    'between an alert and the message about it tells it after the next start',
    async () => {
      const asked: string[] = []
      // The service has the message, and the server dies before it hears so.
      sinks.refuse = (kind) => {
        asked.push(kind)
        return new Response('not yet', { status: 503, headers: { 'retry-after': '1' } })
      }
      let server = await site.start()
      let root = await server.login()
      const hook = {
        kind: 'slack',
        settings: { url: `${sinks.url}/slack/services/T00/B00/slack-token` },
        language: 'en',
      }
      const { sinks: list } = (await root.send('POST', '/api/alert/sink', hook)) as { sinks: { id: number }[] }
      const rule = { kind: 'disk', parameters: { percent: 100 }, sinks: [list.at(-1)?.id] }
      await root.send('POST', '/api/alert/rule', rule)
      await until(() => asked.length > 0)
      await server.kill()
      await passTime()

      sinks.refuse = undefined
      server = await site.start()
      root = await server.login()
      await until(() => sinks.taken.length > 0)
      expect(sinks.taken[0]?.text).toContain('of its disk left')
      const open = (await root.send('GET', '/api/alert?state=open&kind=disk')) as { notified_at: number }[]
      expect(open.length).toBeGreaterThan(0)
      await server.kill()
    },
    LIMIT_MS,
  )
})
