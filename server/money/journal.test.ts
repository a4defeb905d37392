import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJournal } from './journal.ts'
import { listSegments, segmentEntries, segmentPath } from './journal-files.ts'
import type { StartRecord } from './records.ts'

const MEGABYTE = 1024 * 1024

describe('a journal', () => {
  let dir: string
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'switchyard-journal-'))
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  const start = (id: string, name = ''): StartRecord => ({
    t: 'start',
    id,
    at: 0,
    user: 1,
    name,
    token: 0,
    tokenName: '',
    channel: 0,
    model: '',
    group: '',
  })

  const failures: string[] = []
  const open = () => openJournal(dir, 1, (message) => failures.push(message))
  const read = () =>
    listSegments(dir).flatMap((segment) => [...segmentEntries(dir, segment, 0, segment === listSegments(dir).at(-1))])

  test('says where every record ends, also behind a full segment, and keeps what it is asked to keep', async () => {
    const journal = open()
    const name = 'x'.repeat(MEGABYTE)
    const written = []
    const syncs = []
    for (let index = 0; index < 70; index++) {
      written.push(...journal.append([start(`a${index}`, name), start(`b${index}`)]))
      syncs.push(journal.synced())
    }
    await Promise.all(syncs)
    expect(journal.segment).toBe(2)
    expect(statSync(segmentPath(dir, 1)).size).toBeWithin(64 * MEGABYTE, 66 * MEGABYTE)
    expect(read()).toEqual(written)
    journal.dropBefore(2)
    expect(listSegments(dir)).toEqual([2])
    journal.close()
  })

  test('that is opened again goes on in a new segment', () => {
    const journal = open()
    expect(journal.append([start('next')])).toMatchObject([{ record: { id: 'next' }, next: { segment: 3 } }])
    expect(journal.writable()).toBe(true)
    journal.close()
    expect(read().at(-1)).toMatchObject({ record: { id: 'next' } })
  })

  test('that was closed while a sync was due does not complain', async () => {
    await Bun.sleep(20)
    expect(failures).toEqual([])
  })
})
