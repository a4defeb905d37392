import { afterEach, beforeEach, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MODULE = new URL('memory-folder.mjs', import.meta.url).href
const NEEDED = 4096
let shared: string
let mounts: string

beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'switchyard-memory-folder-'))
  shared = join(home, 'shm')
  mounts = join(home, 'mounts')
  mkdirSync(shared)
  mount('rw,nosuid')
})

afterEach(() => rmSync(join(shared, '..'), { recursive: true }))

const mount = (options: string) =>
  writeFileSync(
    mounts,
    `proc /proc proc rw 0 0\ntmpfs ${shared} tmpfs ${options} 0 0\nnone /dev/mqueue mqueue rw 0 0\n`,
  )

/** What a process is given here, and whether it is there while the process lives. */
function ask(given: { mounts?: string; shared?: string; needed?: number; memory?: number } = {}) {
  const wanted = JSON.stringify({ shared, mounts, needed: NEEDED, memory: NEEDED, ...given })
  const code = `import { existsSync } from 'node:fs'
    import { memoryFolder } from ${JSON.stringify(MODULE)}
    const folder = memoryFolder(${wanted})
    console.log(JSON.stringify({ pid: process.pid, folder, there: folder !== undefined && existsSync(folder) }))`
  const { stdout, stderr } = spawnSync('node', ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as { pid: number; folder?: string; there: boolean }
}

test('where there is just enough room, a process has a folder in memory as long as it lives', () => {
  const { pid, folder, there } = ask()
  expect(folder).toBe(join(shared, `switchyard-tests-${pid}`))
  expect(there).toBe(true)
  expect(readdirSync(shared)).toEqual([])
})

test('too little memory or too little room in the place leaves tests on the disk', () => {
  expect(ask({ memory: NEEDED - 1 }).folder).toBeUndefined()
  expect(ask({ needed: 2 ** 62, memory: 2 ** 62 }).folder).toBeUndefined()
})

test('so does a place that runs no programs, is no mount, or is not there, and a system without such a list', () => {
  mount('rw,nosuid,noexec')
  expect(ask().folder).toBeUndefined()
  writeFileSync(mounts, 'proc /proc proc rw 0 0\n')
  expect(ask().folder).toBeUndefined()
  mount('rw')
  expect(ask({ shared: `${shared}-away` }).folder).toBeUndefined()
  expect(ask({ mounts: `${mounts}-away` }).folder).toBeUndefined()
  expect(ask().folder).toBeDefined()
})

test('what was mounted last counts', () => {
  writeFileSync(mounts, `tmpfs ${shared} tmpfs rw 0 0\ntmpfs ${shared} tmpfs rw,noexec 0 0\n`)
  expect(ask().folder).toBeUndefined()
})

test('what killed tests left goes; what living ones and others have stays', () => {
  const gone = spawnSync('node', ['-e', '0']).pid
  const names = [`switchyard-tests-${gone}`, `switchyard-tests-${process.pid}`, 'of-others']
  for (const name of names) mkdirSync(join(shared, name))
  writeFileSync(join(shared, names[0] ?? '', 'file'), 'left')
  ask()
  expect(names.map((name) => existsSync(join(shared, name)))).toEqual([false, true, true])
})
