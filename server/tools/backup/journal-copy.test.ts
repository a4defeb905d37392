import { afterAll, beforeEach, expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journalDir, segmentPath } from '../../money/accounting/journal-files.ts'
import type { ArchiveEntry } from './archive.ts'
import { holdJournal, laterOf } from './journal-copy.ts'

const folders: string[] = []
let dataDir = ''
let dir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'switchyard-held-'))
  folders.push(dataDir)
  dir = journalDir(dataDir, 'node')
  mkdirSync(dir, { recursive: true })
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const hold = () => holdJournal(dataDir, 'node', join(dataDir, '.held'))
async function textsOf(entries: Iterable<ArchiveEntry>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const { name, content } of entries) {
    const parts: Uint8Array[] = []
    for await (const part of content) parts.push(part)
    texts[name] = Buffer.concat(parts).toString()
  }
  return texts
}

test('the journal is copied up to the place where it ended when it was held', async () => {
  writeFileSync(segmentPath(dir, 3), 'settled')
  writeFileSync(segmentPath(dir, 4), 'accepted')
  const held = hold()
  expect(held.end).toEqual({ segment: 4, offset: 8 })
  appendFileSync(segmentPath(dir, 4), ' later')
  writeFileSync(segmentPath(dir, 5), 'much later')
  held.extend()
  expect(await textsOf(held.entries(held.end))).toEqual({ 'journal/3.log': 'settled', 'journal/4.log': 'accepted' })
})

test('what the server settles and deletes meanwhile stays readable', async () => {
  writeFileSync(segmentPath(dir, 3), 'open calls')
  const held = hold()
  writeFileSync(segmentPath(dir, 4), 'settled')
  held.extend()
  for (const segment of [3, 4]) rmSync(segmentPath(dir, segment))
  const settled = laterOf(held.end, { segment: 4, offset: 7 })
  expect(held.has(settled)).toBe(true)
  expect(await textsOf(held.entries(settled))).toEqual({ 'journal/3.log': 'open calls', 'journal/4.log': 'settled' })
})

test('a segment that came and went unseen is not there to be copied', () => {
  writeFileSync(segmentPath(dir, 3), 'x')
  const held = hold()
  expect(held.has({ segment: 4, offset: 1 })).toBe(false)
})

test('an empty segment is copied, so that the restored server does not miss it', async () => {
  writeFileSync(segmentPath(dir, 9), '')
  const held = hold()
  expect(await textsOf(held.entries(held.end))).toEqual({ 'journal/9.log': '' })
})
