import { beforeAll, describe, expect, test } from 'bun:test'
import { onDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { createToken } from '../../people/tokens/write.ts'
import { createBus } from '../../platform/store/bus.ts'
import { openStore } from '../../platform/store/database.ts'
import { openCallers } from './callers.ts'

const TTL_MS = 5
const COLUMNS = {
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  limits: null,
  group: '',
  endpoints: null,
  note: '',
  tags: [],
}

describe('cached callers', () => {
  onDatabase('sqlite', (fresh) => {
    const server = serverSite(fresh)

    test('are dropped by a change of their token, however many others were in the cache since', async () => {
      const { services } = server
      const root = await services.callers.userById(1)
      if (!root) throw new Error('no root')
      const bus = createBus()
      const max = 3
      const callers = openCallers({ db: services.store.db, vault: services.vault, bus, max })
      const made: { id: number; key: string }[] = []
      for (let n = 0; n < 4 * max; n++) {
        const wanted = { ...COLUMNS, name: `t${n}`, unlimited_quota: true, remain_quota: 0, expired_time: -1 }
        const { id, key } = await createToken(services, root, wanted)
        made.push({ id, key: services.vault.decrypt(key) })
      }
      const [first] = made
      if (!first) throw new Error('no token')
      const isCached = (key: string) => !(callers.tokenByKey(key) instanceof Promise)
      for (const { key } of made) {
        await callers.tokenByKey(key)
        // The first one stays: it is used again and again.
        await callers.tokenByKey(first.key)
      }
      expect(made.map(({ key }) => isCached(key)).filter(Boolean)).toHaveLength(max)
      expect(isCached(first.key)).toBe(true)
      bus.publish({ kind: 'token', id: first.id })
      expect(isCached(first.key)).toBe(false)
      for (const { key } of made.slice(0, 2)) await callers.tokenByKey(key)
      await callers.userById(1)
      bus.publish({ kind: 'callers' })
      expect(made.some(({ key }) => isCached(key))).toBe(false)
      expect(callers.userById(1)).toBeInstanceOf(Promise)
    })
  })
})

describe('callers while the database is away', () => {
  onDatabase('sqlite', (fresh) => {
    const server = serverSite(fresh)
    let key: string
    beforeAll(async () => {
      const root = await server.services.callers.userById(1)
      if (!root) throw new Error('no root')
      const wanted = { ...COLUMNS, name: 't', unlimited_quota: true, remain_quota: 0, expired_time: -1 }
      key = server.services.vault.decrypt((await createToken(server.services, root, wanted)).key)
    })

    /**
     * Callers that have root and the token cached, after the database became unreachable; their entries are no
     * longer fresh.
     */
    async function afterwards() {
      const { config, vault } = server.services
      const { db, close } = await openStore(config)
      const bus = createBus()
      const callers = openCallers({ db, vault, bus, ttlMs: TTL_MS })
      expect(await callers.tokenByKey(key)).toMatchObject({ userId: 1 })
      expect(await callers.userById(1)).toMatchObject({ username: 'root' })
      await close()
      await Bun.sleep(3 * TTL_MS)
      return { callers, bus }
    }

    test('are known as before', async () => {
      const { callers } = await afterwards()
      expect(await callers.tokenByKey(key)).toMatchObject({ userId: 1 })
      expect(await callers.userById(1)).toMatchObject({ username: 'root' })
    })

    test('that nobody knew yet are refused with the reason', async () => {
      const { callers } = await afterwards()
      expect(callers.tokenByKey('unknown')).rejects.toMatchObject({ code: 'database_unreachable', retryAfter: 2 })
      expect(callers.userById(2)).rejects.toMatchObject({ code: 'database_unreachable' })
    })

    test('that were found deleted before are refused', async () => {
      const { config, vault, store } = server.services
      const { db, close } = await openStore(config)
      const callers = openCallers({ db, vault, bus: createBus(), ttlMs: TTL_MS })
      const deletedAt = (deleted_at: string | null) => store.db.updateTable('tokens').set({ deleted_at }).execute()
      await callers.tokenByKey(key)
      await deletedAt('2026-01-01')
      await Bun.sleep(3 * TTL_MS)
      expect(await callers.tokenByKey(key)).toBeUndefined()
      await close()
      expect(callers.tokenByKey(key)).rejects.toMatchObject({ code: 'database_unreachable' })
      await deletedAt(null)
    })

    test('that were changed are not what they were', async () => {
      const { callers, bus } = await afterwards()
      bus.publish({ kind: 'user', id: 1 })
      bus.publish({ kind: 'token', id: 1 })
      expect(callers.userById(1)).rejects.toMatchObject({ code: 'database_unreachable' })
      expect(callers.tokenByKey(key)).rejects.toMatchObject({ code: 'database_unreachable' })
    })
  })
})
