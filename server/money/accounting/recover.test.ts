import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../platform/store/database.ts'
import { migrate } from '../../platform/store/migrate.ts'
import { journalDir, segmentPath } from './journal-files.ts'
import { createLineEncoder } from './journal-format.ts'
import type { JournalRecord } from './records.ts'

const MEGABYTE = 1024 * 1024
const NODE = 'a-node'

/** Recovers a journal in a separate process. Returns the bytes by which that raised its peak memory. */
async function recoverElsewhere(dataDir: string): Promise<number> {
  const script = `
    const { openStore } = await import(${JSON.stringify(join(import.meta.dir, '../../platform/store/database.ts'))})
    const { recover } = await import(${JSON.stringify(join(import.meta.dir, 'recover.ts'))})
    const { journalDir } = await import(${JSON.stringify(join(import.meta.dir, 'journal-files.ts'))})
    const store = await openStore({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: undefined })
    const { readFileSync } = await import('node:fs')
    // What getrusage tells begins with the memory of the process that has started this one.
    const most = () => Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
    const before = most()
    const { interrupted } = await recover(store, '${NODE}', journalDir(${JSON.stringify(dataDir)}, '${NODE}'))
    console.log(JSON.stringify({ interrupted, grown: most() - before }))
    await store.close()`
  const child = Bun.spawn([process.execPath, '-e', script], { stderr: 'inherit' })
  const { interrupted, grown } = JSON.parse(await new Response(child.stdout).text())
  expect(interrupted).toBe(1)
  return grown
}

test.skipIf(!existsSync('/proc/self/status'))('a journal of any length is recovered in little memory', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-recover-'))
  const store = await openStore({ dataDir, databaseUrl: undefined })
  await migrate(store)
  await store.db.insertInto('journal_positions').values({ node_id: NODE, segment: 0, offset: 0, floor: 0 }).execute()
  await store.close()
  const dir = journalDir(dataDir, NODE)
  mkdirSync(dir, { recursive: true })
  const person = { user: 1, name: 'x'.repeat(300), token: 0, tokenName: '', channel: 0, model: '', group: '' }
  const calls = (segment: number): JournalRecord[] =>
    Array.from({ length: 70_000 }, (_, n) => `${segment}-${n}`).flatMap((id) => [
      { t: 'start', id, at: 0, ...person },
      { t: 'void', id },
    ])
  for (const segment of [1, 2, 3]) {
    const records = segment === 3 ? calls(segment).slice(0, -1) : calls(segment)
    writeFileSync(segmentPath(dir, segment), createLineEncoder()(records, { segment, offset: 0 }).bytes)
  }
  const grown = await recoverElsewhere(dataDir)
  rmSync(dataDir, { recursive: true })
  expect(grown).toBeLessThan(100 * MEGABYTE)
})
