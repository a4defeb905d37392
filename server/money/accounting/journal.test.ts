import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTier } from '#test/harness/tiers.ts'
import { openJournal } from './journal.ts'
import { listSegments, segmentEntries, segmentPath } from './journal-files.ts'
import { createLineEncoder } from './journal-format.ts'
import type { Entry, StartRecord } from './records.ts'

const MEGABYTE = 1024 * 1024
/** Of any length, every tenth up to some megabytes. */
const RECORDS = inTier('nightly') ? 300 : 60

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

  // Linux has a device that is always full.
  test.skipIf(!existsSync('/dev/full'))('on a full disk says so once, and why', () => {
    const own = mkdtempSync(join(tmpdir(), 'switchyard-journal-'))
    const said: string[] = []
    const journal = openJournal(own, 1, (message) => said.push(message))
    for (let written = 0; written < 64; written++) journal.append([start('full', 'x'.repeat(MEGABYTE))])
    // The next segment.
    symlinkSync('/dev/full', segmentPath(own, 2))
    for (let times = 0; times < 3; times++) expect(() => journal.append([start('a')])).toThrow()
    expect(journal.writable()).toBe(false)
    expect(said).toEqual([expect.stringContaining('the journal could not be written: Error: ENOSPC')])
    rmSync(own, { recursive: true })
  })

  test('that is opened again goes on in a new segment', () => {
    const journal = open()
    expect(journal.append([start('next')])).toMatchObject([{ record: { id: 'next' }, next: { segment: 3 } }])
    expect(journal.writable()).toBe(true)
    journal.close()
    expect(read().at(-1)).toMatchObject({ record: { id: 'next' } })
  })

  /** Random, and the same in every run. */
  function dice(seed: number) {
    let state = seed
    return (sides: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % sides
    }
  }

  test.each([1, 2, 3])('of records and filled places of any length is read as it was written (%i)', (seed) => {
    const own = mkdtempSync(join(tmpdir(), 'switchyard-journal-'))
    const roll = dice(seed)
    const encode = createLineEncoder()
    const parts: Buffer[] = []
    const written: Entry[] = []
    let offset = 0
    const add = (bytes: Buffer) => {
      parts.push(Buffer.from(bytes))
      offset += bytes.length
    }
    for (let index = 0; index < RECORDS; index++) {
      const longest = [100, 10_000, 100_000, 3 * MEGABYTE][Math.min(roll(300), 3)] ?? 50_000
      const length = index % 10 === 0 ? roll(longest) : roll(2000)
      if (roll(5) === 0) {
        add(Buffer.alloc(length + 1, '#').fill('\n', length))
        continue
      }
      const lines = encode([start(`r${index}`, 'ü'.repeat(length))], { segment: 1, offset })
      add(lines.bytes)
      written.push(...lines.entries)
    }
    const torn = encode([start('torn', 'x'.repeat(2 * MEGABYTE))], { segment: 1, offset }).bytes.subarray(0, -1)
    writeFileSync(segmentPath(own, 1), Buffer.concat([...parts, torn, Buffer.alloc(2 * MEGABYTE)]))
    expect([...segmentEntries(own, 1, 0, true)]).toEqual(written)
    expect(statSync(segmentPath(own, 1)).size).toBe(offset)
    const half = written.length >> 1
    const middle = written[half]?.next.offset ?? 0
    expect([...segmentEntries(own, 1, middle, false)]).toEqual(written.slice(half + 1))
    rmSync(own, { recursive: true })
  })

  test('with a damaged length in its middle is no torn one: what stands behind it is kept', () => {
    const own = mkdtempSync(join(tmpdir(), 'switchyard-journal-'))
    const { bytes } = createLineEncoder()([start('a'), start('b'), start('c')], { segment: 1, offset: 0 })
    const damaged = bytes.toString().replace(/(?<=^\w+ )\d/, '9$&')
    writeFileSync(segmentPath(own, 1), damaged)
    expect(() => [...segmentEntries(own, 1, 0, true)]).toThrow(/damaged at byte 0/)
    expect(statSync(segmentPath(own, 1)).size).toBe(damaged.length)
    rmSync(own, { recursive: true })
  })

  test('that was closed while a sync was due or under way does not complain', async () => {
    const own = mkdtempSync(join(tmpdir(), 'switchyard-journal-'))
    for (let waits = 0; waits < 100; waits++) {
      const journal = openJournal(own, 0, (message) => failures.push(message))
      journal.append([start('last')])
      // The sync begins in one of these event loop turns, and waits for a thread.
      for (let turn = 0; turn < waits % 10; turn++) await Bun.sleep(0)
      journal.close()
    }
    await Bun.sleep(20)
    rmSync(own, { recursive: true })
    expect(failures).toEqual([])
  })
})
