import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { createBulkInserter } from './bulk.ts'

const insertTerms = createBulkInserter('receipt_terms', ['id', 'content', 'receipt'])

forEachDatabase((engine, fresh) => {
  for (const rows of [9, 99, 100, 2100]) {
    test(`${rows} rows arrive as they are, whichever way they are sent`, async () => {
      const store = await fresh.store()
      const text = (index: number) => `{"n":${index}} "quoted" \\ 线 🙂 \n ${index}`
      const values = Array.from({ length: rows }, (_, index) => [index, text(index), ''])
      await store.db.transaction().execute((trx) => insertTerms(trx, engine, values))
      const stored = await store.db.selectFrom('receipt_terms').select(['id', 'content']).orderBy('id').execute()
      expect(stored).toEqual(values.map((_, id) => ({ id, content: text(id) })))
    })

    test(`half of a surrogate pair in one of ${rows} texts does not refuse the others`, async () => {
      const store = await fresh.store()
      const values = Array.from({ length: rows }, (_, index) => [index, index === 0 ? 'a\ud83db' : 'whole', ''])
      await store.db.transaction().execute((trx) => insertTerms(trx, engine, values))
      const stored = await store.db.selectFrom('receipt_terms').select('content').orderBy('id').execute()
      expect(stored).toHaveLength(rows)
      expect(stored[0]?.content).toBe('a\ufffdb')
    })
  }
})
