import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, startCommand } from '#test/harness/command.ts'
import { lockDataFolder } from '../../platform/store/data-lock.ts'

describe('the command that repairs journals', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'switchyard-repair-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Runs the repair on a data folder as an operator does. */
  const repair = (dataDir: string) => runCommand(['repair-journal'], { DATA_DIR: dataDir })

  test('says in a sentence that a server works with the data', async () => {
    const dataDir = join(folder, 'in-use')
    mkdirSync(join(dataDir, 'journal'), { recursive: true })
    const lock = lockDataFolder(dataDir)
    const { status, err } = await repair(dataDir)
    lock.release()
    expect(status).toBe(1)
    expect(err.trim()).toBe(
      `The journals were not repaired: another server uses the data folder ${dataDir}. Stop it, or set another DATA_DIR`,
    )
  })

  test('waits for a server that is ending, and says so', async () => {
    const dataDir = join(folder, 'ending')
    mkdirSync(join(dataDir, 'journal', 'node'), { recursive: true })
    const lock = lockDataFolder(dataDir)
    lock.ending(60_000)
    const child = await startCommand(['repair-journal'], { DATA_DIR: dataDir })
    const { value } = await child.stderr.getReader().read()
    expect(new TextDecoder().decode(value)).toContain('is ending: waiting for it')
    lock.release()
    expect(await child.exited).toBe(0)
  })

  test('calls nothing sound, and makes nothing, where there is no journal', async () => {
    const dataDir = join(folder, 'mistyped')
    const { status, out, err } = await repair(dataDir)
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err.trim()).toBe(
      `The journals were not repaired: there is no journal in ${dataDir}: set DATA_DIR to the value of the server`,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('says that journals are sound', async () => {
    const dataDir = join(folder, 'sound')
    mkdirSync(join(dataDir, 'journal', 'node'), { recursive: true })
    expect(await repair(dataDir)).toEqual({ status: 0, out: 'All journals are intact.\n', err: '' })
  })
})
