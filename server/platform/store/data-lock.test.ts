import { expect, test } from 'bun:test'
import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#test/harness/until.ts'
import { lockDataFolder, lockFormerWorker, lockWhenEnded, lockWorker } from './data-lock.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'switchyard-lock-'))

test('a folder belongs to one at a time, and to the next when it is released', () => {
  const dataDir = folder()
  const first = lockDataFolder(dataDir)
  expect(() => lockDataFolder(dataDir)).toThrow('another server uses the data')
  expect(() => lockDataFolder(dataDir)).toThrow(dataDir)
  first.release()
  lockDataFolder(dataDir).release()
})

test('folders do not mind each other, and are made', () => {
  const [one, other] = [lockDataFolder(join(folder(), 'a/b')), lockDataFolder(folder())]
  one.release()
  other.release()
})

test.skipIf(process.platform === 'win32')('a folder that is made here is nobody else’s to read', () => {
  const dataDir = join(folder(), 'made')
  lockDataFolder(dataDir).release()
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
})

test('what is no folder, or none that takes writes, is named with what is needed', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  for (const place of [file, '/proc/switchyard']) expect(() => lockDataFolder(place)).toThrow(`${place} cannot be used`)
})

test('the journal of a process that is about to end is locked when it has ended', async () => {
  const dataDir = folder()
  lockDataFolder(dataDir).release()
  const former = lockWorker(dataDir, 2)
  let locked = false
  const next = lockFormerWorker(dataDir, 2).then((lock) => {
    locked = true
    return lock
  })
  await Bun.sleep(50)
  expect(locked).toBe(false)
  former.release()
  const lock = await next
  expect(() => lockWorker(dataDir, 2)).toThrow('another server uses the data')
  lock.release()
})

test('a start waits for a server that is ending, says so once, and has the folder then', async () => {
  const dataDir = folder()
  const former = lockDataFolder(dataDir)
  const told: string[] = []
  const tell = (message: string) => told.push(message)
  await expect(lockWhenEnded(dataDir, tell)).rejects.toThrow('another server uses the data')
  expect(told).toEqual([])
  former.ending(60_000)
  let locked = false
  const next = lockWhenEnded(dataDir, tell).then((lock) => {
    locked = true
    return lock
  })
  await until(() => told.length > 0)
  expect(locked).toBe(false)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('is ending')
  former.release()
  const lock = await next
  await expect(lockWhenEnded(dataDir, tell)).rejects.toThrow('another server uses the data')
  lock.release()
})

test('a server that does not end in the time that it named is no longer waited for', async () => {
  const dataDir = folder()
  const former = lockDataFolder(dataDir)
  former.ending(50)
  await expect(lockWhenEnded(dataDir, () => {})).rejects.toThrow('another server uses the data')
  former.release()
})

test('what a server left that was killed while it ended does not count for the next', async () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'server.ending'), String(Date.now() + 60_000))
  const lock = lockDataFolder(dataDir)
  await expect(lockWhenEnded(dataDir, () => {})).rejects.toThrow('another server uses the data')
  lock.release()
})
