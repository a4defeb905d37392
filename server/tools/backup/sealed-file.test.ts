import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSealed, seal, UnreadableBackup } from './sealed-file.ts'

const HEADER = { kind: 'sqlite', created: '2026-11-26T00:00:00.000Z', version: '0.2.0' } as const
const SECRET = Buffer.from('a passphrase of good length')
const MEGABYTE = 1024 * 1024
const TAG = 16
/** What is tested of chunks does not depend on the work for the key; opening reads it from the header. */
const CHEAP = { N: 16, r: 8, p: 1 }

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-sealed-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const randomBytes = (length: number) => {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

async function sealed(content: Buffer, name = `${content.length}`): Promise<string> {
  const path = join(folder, name)
  // Parts of an odd length, so that none ends where a chunk does.
  async function* parts() {
    for (let at = 0; at < content.length; at += 700_001) yield content.subarray(at, at + 700_001)
  }
  writeFileSync(path, Buffer.concat(await Array.fromAsync(seal(HEADER, SECRET, parts(), CHEAP))))
  return path
}

async function opened(path: string, secret = SECRET): Promise<Buffer> {
  const { header, read } = await openSealed(path, secret)
  expect(header).toEqual(HEADER)
  return Buffer.concat(await Array.fromAsync(read()))
}

test('bytes of any length come back as they were', async () => {
  for (const length of [0, 1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 2 * MEGABYTE, 2 * MEGABYTE + 5]) {
    const content = randomBytes(length)
    expect((await opened(await sealed(content))).equals(content)).toBe(true)
  }
})

test('a guess of the passphrase costs 128 MB', async () => {
  const path = join(folder, 'dear')
  const parts = async function* () {
    yield Buffer.from('content')
  }
  writeFileSync(path, Buffer.concat(await Array.fromAsync(seal(HEADER, SECRET, parts()))))
  const [, header = ''] = readFileSync(path, 'latin1').split('\n')
  const { N, r, p } = JSON.parse(header).scrypt
  expect([128 * N * r, p]).toEqual([128 * MEGABYTE, 1])
  expect((await opened(path)).toString()).toBe('content')
})

test('another secret is told from damage', async () => {
  const path = await sealed(Buffer.from('secret'), 'other')
  await expect(opened(path, Buffer.from('another passphrase'))).rejects.toThrow('not the one that this backup')
})

test('whatever is changed, cut off, exchanged or added is noticed', async () => {
  const content = randomBytes(3 * MEGABYTE)
  const path = await sealed(content, 'whole')
  const whole = readFileSync(path)
  const head = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1
  const chunk = MEGABYTE + TAG
  expect(whole.length).toBe(head + 3 * chunk)
  const flipped = (at: number) => {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  const at = (number: number) => whole.subarray(head + number * chunk, head + (number + 1) * chunk)
  const header = whole.subarray(0, head)
  const damaged = {
    'a bit of the second chunk': flipped(head + chunk + 7),
    'a bit of the last tag': flipped(whole.length - 1),
    'the version in the header': Buffer.from(whole.toString('latin1').replace('"0.2.0"', '"0.2.1"'), 'latin1'),
    'cut within a chunk': whole.subarray(0, whole.length - 100),
    'cut between chunks': whole.subarray(0, head + 2 * chunk),
    'cut behind the header': whole.subarray(0, head),
    'a byte more': Buffer.concat([whole, Buffer.from([0])]),
    exchanged: Buffer.concat([header, at(1), at(0), at(2)]),
    'left out': Buffer.concat([header, at(0), at(2)]),
    twice: Buffer.concat([whole, at(2)]),
  }
  for (const [name, bytes] of Object.entries(damaged)) {
    const copy = join(folder, 'damaged')
    writeFileSync(copy, bytes)
    const reading = openSealed(copy, SECRET).then(({ read }) => Array.fromAsync(read()))
    await expect(reading, name).rejects.toThrow(UnreadableBackup)
  }
  expect(statSync(path).size).toBe(whole.length)
})

test('a file of another kind, or one that would take all memory, is refused', async () => {
  const path = join(folder, 'foreign')
  for (const text of ['', 'SQLite format 3', 'SWITCHYARD BACKUP 1\n', 'SWITCHYARD BACKUP 1\n{\n']) {
    writeFileSync(path, text)
    await expect(openSealed(path, SECRET)).rejects.toThrow(UnreadableBackup)
  }
  const scrypt = { N: 2 ** 40, r: 8, p: 1 }
  writeFileSync(path, `SWITCHYARD BACKUP 1\n${JSON.stringify({ ...HEADER, salt: '', scrypt, check: '' })}\n`)
  await expect(openSealed(path, SECRET)).rejects.toThrow('header is damaged')
})
