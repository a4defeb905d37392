import { describe, expect, test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chargeOf } from '#test/harness/charge.ts'
import { type DatabaseLink, openDatabaseLink } from '#test/harness/database-link.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { until } from '#test/harness/until.ts'
import { createBus } from '../../platform/store/bus.ts'
import { openStore } from '../../platform/store/database.ts'
import { migrate } from '../../platform/store/migrate.ts'
import { openAccounting } from './accounting.ts'

describe('a commit whose answer is lost', () => {
  onDatabase('postgres', (fresh) => {
    async function openOver(link: DatabaseLink) {
      const store = await openStore({ dataDir: '', databaseUrl: link.url })
      await migrate(store)
      const warnings: string[] = []
      const accounting = await openAccounting({
        store,
        bus: createBus(),
        dataDir: await mkdtemp(join(tmpdir(), 'switchyard-journal-')),
        syncAlways: false,
        warn: (message) => warnings.push(message),
      })
      return { store, accounting, warnings }
    }

    test('is found out, and the charges behind it are settled as well, each once', async () => {
      const place = await fresh.place()
      const link = await openDatabaseLink(place.databaseUrl ?? '')
      const { store, accounting, warnings } = await openOver(link)
      const charge = (id: string) => accounting.ledger.charge(chargeOf({ id, user: 7 }))
      await charge('before')
      await accounting.ledger.flush()

      link.loseNextCommit()
      const calls = ['lost-1', 'lost-2', 'lost-3']
      await Promise.all(calls.map(charge))
      await until(() => warnings.length > 0)
      await charge('behind')
      await accounting.ledger.flush()

      const rows = await store.db.selectFrom('logs').select('request_id').orderBy('id').execute()
      expect(rows.map((row) => row.request_id)).toEqual(['before', ...calls, 'behind'])
      expect(accounting.ledger.pending).toBe(0)
      await accounting.close()
      await store.close()
      link.close()
    })
  })
})
