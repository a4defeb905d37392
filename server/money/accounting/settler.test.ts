import { beforeAll, describe, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { chargeOf } from '#test/harness/charge.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { until } from '#test/harness/until.ts'
import { createBus } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import { openAccounting } from './accounting.ts'
import { journalDir, listSegments, segmentPath } from './journal-files.ts'

forEachDatabase((_engine, fresh) => {
  describe('the thread that settles', () => {
    let store: Store
    beforeAll(async () => {
      store = await fresh.store()
    })

    async function open() {
      const warnings: string[] = []
      const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-settler-'))
      const warn = (text: string) => void warnings.push(text)
      const accounting = await openAccounting({ store, bus: createBus(), dataDir, syncAlways: false, warn })
      const charge = (id: string) => accounting.ledger.charge(chargeOf({ id, user: 7 }))
      return { accounting, warnings, charge, dir: journalDir(dataDir, accounting.nodeId) }
    }
    const idsLike = async (pattern: string) => {
      const found = store.db.selectFrom('logs').select('request_id').where('request_id', 'like', pattern)
      return (await found.orderBy('id').execute()).map(({ request_id }) => request_id)
    }
    /** Makes the database refuse what the settler writes. */
    const refuse = () => sql`alter table journal_positions rename to away`.execute(store.db)
    const accept = () => sql`alter table away rename to journal_positions`.execute(store.db)

    test('brings charges of many batches in once each and in order, while others arrive', async () => {
      const { accounting, charge } = await open()
      const ids = Array.from({ length: 1200 }, (_, index) => `many-${String(index).padStart(4, '0')}`)
      for (let first = 0; first < ids.length; first += 300) await Promise.all(ids.slice(first, first + 300).map(charge))
      await accounting.ledger.flush()
      expect(accounting.ledger.pending).toBe(0)
      expect(accounting.ledger.settled.records).toBe(ids.length)
      await accounting.close()
      expect(await idsLike('many-%')).toEqual(ids)
    })

    test('has brought in all charges, in order, when the accounting is closed', async () => {
      const { accounting, charge } = await open()
      const ids = Array.from({ length: 3000 }, (_, index) => `closed-${String(index).padStart(4, '0')}`)
      await Promise.all(ids.map(charge))
      await accounting.close()
      expect(accounting.ledger.pending).toBe(0)
      expect(await idsLike('closed-%')).toEqual(ids)
    })

    test('tells a caller that waits for its charge', async () => {
      const { accounting, charge } = await open()
      await charge('not awaited')
      const settled = accounting.ledger.whenSettled('awaited', 60_000)
      await charge('awaited')
      await settled
      expect(await idsLike('awaited')).toEqual(['awaited'])
      await accounting.close()
    })

    test('tries again what the database refused', async () => {
      const { accounting, warnings, charge } = await open()
      await refuse()
      await charge('refused')
      await until(() => warnings.length > 0)
      expect(warnings[0]).toStartWith('charges were not settled, trying again in 100 ms: ')
      expect(accounting.ledger.pending).toBe(1)
      await accept()
      await accounting.close()
      expect(await idsLike('refused')).toEqual(['refused'])
    })

    test('gives up charges whose files are removed, with a warning, and settles what is there later', async () => {
      const { accounting, warnings, charge, dir } = await open()
      await refuse()
      await charge('away-1')
      await until(() => warnings.length > 0)
      const segments = listSegments(dir).map((segment) => segmentPath(dir, segment))
      for (const path of segments) renameSync(path, `${path}.away`)
      await accept()
      await until(() => accounting.ledger.pending === 0)
      expect(warnings.at(-1)).toBe('1 charges are missing from the journal and cannot be settled')
      for (const path of segments) renameSync(`${path}.away`, path)
      await charge('away-2')
      await accounting.close()
      expect(await idsLike('away-%')).toEqual(['away-1', 'away-2'])
    })
  })
})
