import { describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { journalDir, segmentPath } from './journal-files.ts'
import { createLineEncoder } from './journal-format.ts'
import type { ChargeRecord } from './records.ts'
import { recover } from './recover.ts'
import { repairSegment } from './repair-journal.ts'
import { settleBatch } from './settle.ts'

const SETTLED = 4
const ALL = 8
const FIRST = { segment: 1, offset: 0 }

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)

  let nodes = 0
  /**
   * A journal of eight charges, of which four are settled. Returns the lines, and a function that starts with other
   * lines.
   */
  async function halfSettled() {
    const { store } = server.services
    const node = `moved-${++nodes}`
    const user = (await server.addUser({ quota: 1000 })).id
    const charge = (n: number): ChargeRecord => ({
      ...{
        t: 'charge',
        id: `${node}-${n}`,
        at: 1_800_000_000,
        user,
        name: 'u',
        token: 0,
        tokenName: '',
        limited: false,
      },
      ...{
        channel: 0,
        model: 'm'.repeat(n),
        quota: 10 ** (n % 3),
        prompt: 1,
        completion: 1,
        seconds: 0,
        stream: false,
      },
      ...{ log: true, content: '', other: '', carryIn: 0, carryOut: 0 },
    })
    const charges = Array.from({ length: ALL }, (_, n) => charge(n))
    const { bytes, entries } = createLineEncoder()(charges, FIRST)
    const lines = bytes.toString().split(/(?<=\n)/)
    await store.db
      .insertInto('journal_positions')
      .values({ node_id: node, ...FIRST, floor: 0 })
      .execute()
    await settleBatch(store, node, charges.slice(0, SETTLED), FIRST, entries[SETTLED - 1]!.next)
    const dir = journalDir(await mkdtemp(join(tmpdir(), 'switchyard-moved-')), node)
    mkdirSync(dir, { recursive: true })
    const path = segmentPath(dir, 1)
    const ids = async () =>
      (
        await store.db
          .selectFrom('logs')
          .select('request_id')
          .where('user_id', '=', user)
          .where('type', '=', LOG_TYPE.consume)
          .orderBy('request_id')
          .execute()
      ).map(({ request_id }) => Number(request_id.slice(node.length + 1)))
    async function startUnrepaired(damaged: string[]): Promise<number[]> {
      writeFileSync(path, damaged.join(''))
      await recover(store, node, dir)
      return ids()
    }
    async function start(damaged: string[]): Promise<number[]> {
      writeFileSync(path, damaged.join(''))
      repairSegment(path)
      return startUnrepaired([readFileSync(path, 'utf8')])
    }
    return { lines, start, startUnrepaired, path }
  }

  const all = Array.from({ length: ALL }, (_, n) => n)

  describe('a journal whose records do not stand where they stood is settled exactly once', () => {
    test.each([
      ['a line was added before the settled place', (lines: string[]) => lines.toSpliced(1, 0, 'by hand\n')],
      ['many were', (lines: string[]) => lines.toSpliced(1, 0, ...Array(200).fill('edited by hand\n'))],
      ['a sound one was added twice', (lines: string[]) => lines.toSpliced(2, 0, lines[1]!, lines[1]!)],
      ['a settled one was lost', (lines: string[]) => lines.toSpliced(1, 1)],
      ['three settled ones were lost', (lines: string[]) => lines.toSpliced(0, 3)],
      ['a part of a settled one was lost', (lines: string[]) => lines.with(1, `${lines[1]!.slice(0, 20)}\n`)],
      ['one that was not settled stands twice', (lines: string[]) => [...lines, lines[6]!]],
    ])('where %s', async (_, damage) => {
      const { lines, start } = await halfSettled()
      expect(await start(damage(lines))).toEqual(all)
      // A second crash changes nothing.
      expect(await start(damage(lines))).toEqual(all)
    })

    test.each([
      ['torn', '1a2b3c4d 700 {"t":"charge"'],
      ['full of zeros', '\0'.repeat(5000)],
    ])('and one whose end is %s right behind the settled place', async (_, rest) => {
      const { lines, startUnrepaired } = await halfSettled()
      expect(await startUnrepaired([...lines.slice(0, SETTLED), rest])).toEqual(all.slice(0, SETTLED))
    })

    test('and one that nobody has touched, too', async () => {
      const { lines, start, path } = await halfSettled()
      expect(await start(lines)).toEqual(all)
      expect(readFileSync(path, 'utf8')).toBe(lines.join(''))
    })
  })
})
