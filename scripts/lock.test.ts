import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withLock } from './lock.mjs'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-lock-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('of processes that want a lock, one works at a time', async () => {
  const file = join(folder, 'shared/lock')
  const log = join(folder, 'log')
  // Who works writes a line when it begins and one when it ends, some time later.
  const code = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))}
    const note = (what) => appendFileSync(${JSON.stringify(log)}, what + ' ' + process.pid + '\\n')
    await withLock(${JSON.stringify(file)}, async () => {
      note('begins')
      await setTimeout(50)
      note('ends')
    })`
  const start = () => Bun.spawn(['node', '--input-type=module', '-e', code], { stderr: 'inherit' }).exited
  expect(await Promise.all(Array.from({ length: 4 }, start))).toEqual([0, 0, 0, 0])
  const lines = (await Bun.file(log).text()).trim().split('\n')
  expect(lines).toHaveLength(8)
  for (let n = 0; n < lines.length; n += 2) expect(lines[n + 1]).toBe(lines[n]?.replace('begins', 'ends'))
  expect(await readdir(join(folder, 'shared'))).toEqual([])
})

test('a process that has ended holds nothing, and a failed work gives the lock back', async () => {
  const file = join(folder, 'left')
  const ended = Bun.spawn(['true'])
  await ended.exited
  await writeFile(file, String(ended.pid))
  await expect(withLock(file, () => Promise.reject(new Error('cannot build')))).rejects.toThrow('cannot build')
  expect(await withLock(file, async () => 'built')).toBe('built')
})
