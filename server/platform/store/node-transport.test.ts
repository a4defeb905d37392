import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { openDatabaseLink } from '#test/harness/database-link.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { until } from '#test/harness/until.ts'
import { type Bus, type Change, createBus, RELOADED_AFTER_GAP } from './bus.ts'
import { openStore } from './database.ts'
import { openNodeTransport } from './node-transport.ts'

/** What a node hears when it connects: it may have missed anything. */
const FIRST = RELOADED_AFTER_GAP.length

describe('changes over the database', () => {
  onDatabase('postgres', (fresh) => {
    const buses: Bus[] = []
    afterEach(async () => {
      for (const bus of buses.splice(0)) await bus.close()
    })

    async function openBus(url: string, pingMs = 10_000) {
      const heard: Change[] = []
      const errors: string[] = []
      const bus = createBus(openNodeTransport(url, ({ message }) => void errors.push(message), { pingMs }))
      buses.push(bus)
      bus.subscribe(['user', 'token', 'channels', 'channel_keys', 'options'], (change) => heard.push(change))
      await until(() => heard.length === FIRST)
      return { bus, heard, errors }
    }

    test('reach the other nodes, in order', async () => {
      const { databaseUrl = '' } = await fresh.place()
      const [a, b] = [await openBus(databaseUrl), await openBus(databaseUrl)]
      for (let id = 0; id < 50; id++) a.bus.publish({ kind: 'user', id })
      await until(() => b.heard.length === FIRST + 50)
      expect(b.heard.slice(FIRST)).toEqual(Array.from({ length: 50 }, (_, id) => ({ kind: 'user', id })))
    })

    test('reach the others also when the connection was lost before anybody saw it', async () => {
      const { databaseUrl = '' } = await fresh.place()
      const link = await openDatabaseLink(databaseUrl)
      const [a, b] = [await openBus(link.url), await openBus(databaseUrl)]
      link.stall()
      a.bus.publish({ kind: 'channels' })
      link.renew()
      await until(() => b.heard.length === FIRST + 1)
      expect(b.heard[FIRST]).toEqual({ kind: 'channels' })
      link.close()
    })

    test('are looked for again and again where no notifications pass, and the log says why', async () => {
      const { databaseUrl = '' } = await fresh.place()
      const link = await openDatabaseLink(databaseUrl)
      link.dropNotifications()
      const [deaf, sound] = [await openBus(link.url, 50), await openBus(databaseUrl, 50)]
      await until(() => deaf.heard.length >= 2 * FIRST)
      expect(deaf.errors[0]).toContain('passes no notifications')
      expect(sound).toMatchObject({ errors: [], heard: { length: FIRST } })
      link.close()
    })

    test('of a node of the version before arrive', async () => {
      const { databaseUrl = '', dataDir } = await fresh.place()
      const { heard } = await openBus(databaseUrl)
      const store = await openStore({ databaseUrl, dataDir })
      const id = crypto.randomUUID()
      await sql`select pg_notify('switchyard_changes', ${`${id} ${id}{"kind":"user","id":5}`})`.execute(store.db)
      await until(() => heard.length > FIRST)
      expect(heard[FIRST]).toEqual({ kind: 'user', id: 5 })
      await store.close()
    })

    test('go on after the connection was lost, and nobody trusts what they held', async () => {
      const { databaseUrl = '', dataDir } = await fresh.place()
      const [a, b] = [await openBus(databaseUrl), await openBus(databaseUrl)]
      const store = await openStore({ databaseUrl, dataDir })
      b.heard.length = 0
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'switchyard changes' and datname = current_database()`.execute(store.db)
      // Published while the connection is lost: it is sent when the connection is back.
      a.bus.publish({ kind: 'token', id: 3 })
      await until(() => b.heard.some(({ kind }) => kind === 'options'))
      a.bus.publish({ kind: 'user', id: 4 })
      await until(() => b.heard.some((change) => change.kind === 'user' && change.id === 4))
      await store.close()
    })
  })
})
