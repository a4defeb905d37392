import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { chargeOf } from '#test/harness/charge.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { createBus } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import { createTerms, termsById } from '../receipts/shared-terms.ts'
import { wholeRows } from '../receipts/whole-rows.ts'
import { openAccounting } from './accounting.ts'
import { journalDir, segmentEntries, segmentPath } from './journal-files.ts'
import { createLineEncoder } from './journal-format.ts'
import { termsRows } from './log-rows.ts'
import { recover } from './recover.ts'

const CHEAP = createTerms('cheap', '{"model_ratio":0.1}')
const DEAR = createTerms('dear', '{"model_ratio":9}')
const own = (frt: number) => JSON.stringify({ frt, tries: [] })

describe('terms in a journal', () => {
  let dir: string
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'switchyard-terms-'))
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  const charge = (id: string, terms = CHEAP) => chargeOf({ id, terms, other: own(1) })
  const read = (segment: number, offset = 0) => [...segmentEntries(dir, segment, offset, false)]

  test('stand in front of the first charge that names them, once, and come with each', () => {
    const charges = [charge('a'), charge('b', DEAR), charge('c'), charge('d', DEAR)]
    const { bytes, entries } = createLineEncoder()(charges, { segment: 1, offset: 0 })
    writeFileSync(segmentPath(dir, 1), bytes)
    expect(
      bytes
        .toString()
        .match(/"t":"\w+"/g)
        ?.map((kind) => kind.slice(5, -1)),
    ).toEqual(['terms', 'call', 'terms', 'call', 'call', 'call'])
    expect(read(1)).toEqual(entries)
    // A reader that begins behind the terms gets only their ids.
    expect(read(1, entries[1]!.next.offset).map(({ record }) => record)).toEqual([
      charge('c', termsById(CHEAP.id)),
      charge('d', termsById(DEAR.id)),
    ])
  })

  test.each([
    ['in another segment', 3],
    ['when a disk that was full has not taken them', 2],
  ])('are said again %s', (_, segment) => {
    const encode = createLineEncoder()
    encode([charge('a')], { segment: 2, offset: 0 })
    const { bytes, entries } = encode([charge('b')], { segment, offset: 0 })
    writeFileSync(segmentPath(dir, segment), bytes)
    expect(read(segment)).toEqual(entries)
  })
})

test('the database is told each of a batch once, in the order of ids, and nothing of those that are only named', () => {
  const charges = [DEAR, CHEAP, DEAR, termsById(5), undefined].map((terms) => chargeOf(terms ? { terms } : {}))
  const told = [CHEAP, DEAR].sort((one, other) => one.id - other.id)
  expect(termsRows(charges)).toEqual(told.map(({ id, content, receipt }) => [id, content, receipt]))
})

forEachDatabase((_engine, fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
  })

  const folder = () => mkdtemp(join(tmpdir(), 'switchyard-terms-'))
  const rowsOf = async (prefix: string) => {
    const rows = await store.db
      .selectFrom('logs')
      .selectAll()
      .where('request_id', 'like', `${prefix}%`)
      .orderBy('id')
      .execute()
    return (await wholeRows(store.db, rows)).map(({ content, other }) => [
      content,
      JSON.parse(other || '{}').model_ratio,
    ])
  }

  test('rows name them, in every batch that is settled', async () => {
    const accounting = await openAccounting({
      store,
      bus: createBus(),
      dataDir: await folder(),
      syncAlways: false,
      warn: () => {},
    })
    const terms = [CHEAP, DEAR, createTerms('late', '{"model_ratio":3}')]
    for (let turn = 0; turn < 3; turn++) {
      const charges = terms
        .slice(0, turn + 1)
        .flatMap((terms, index) =>
          Array.from({ length: 4 }, (_, n) =>
            chargeOf({ id: `named-${turn}-${index}-${n}`, user: 7, terms, other: own(n) }),
          ),
        )
      await Promise.all(charges.map((charge) => accounting.ledger.charge(charge)))
      await accounting.ledger.flush()
    }
    await accounting.close()
    const counted = Map.groupBy(await rowsOf('named-'), String)
    expect([...counted].map(([text, rows]) => [text, rows.length]).sort()).toEqual([
      ['cheap,0.1', 12],
      ['dear,9', 8],
      ['late,3', 4],
    ])
    expect(await store.db.selectFrom('receipt_terms').selectAll().where('id', '=', DEAR.id).execute()).toEqual([DEAR])
  })

  test('a start settles what an earlier version has written, and what this one has', async () => {
    const dir = journalDir(await folder(), 'mixed')
    mkdirSync(dir, { recursive: true })
    const { t: _t, ...fields } = chargeOf({ id: 'mixed-1', user: 7, content: 'of old' })
    const json = JSON.stringify({ t: 'charged', ...fields, other: { model_ratio: 5 } })
    const old = Buffer.from(`${crc32(json).toString(16)} ${Buffer.byteLength(json)} ${json}\n`)
    const charges = [chargeOf({ id: 'mixed-2', user: 7, terms: DEAR, other: own(2) })]
    const { bytes } = createLineEncoder()(charges, { segment: 1, offset: old.length })
    writeFileSync(segmentPath(dir, 1), Buffer.concat([old, bytes]))
    await store.db
      .insertInto('journal_positions')
      .values({ node_id: 'mixed', segment: 1, offset: 0, floor: 0 })
      .execute()
    await recover(store, 'mixed', dir)
    expect(await rowsOf('mixed-')).toEqual([
      ['of old', 5],
      ['dear', 9],
    ])
  })
})
