import { expect, test } from 'bun:test'
import { migrationsOf } from '#server/platform/store/migrate.ts'
import { expectNone, ROOT } from './sources.ts'

const PAGE = 'docs/operate/upgrade.md'
const ROLLBACK = 'deploy/rollback/to-0.1.0.sql'
/** The last step of 0.1.0. */
const LAST_FORMER = '0021-receipt-terms'

const names = Object.keys(migrationsOf('sqlite'))
const read = (path: string) => Bun.file(`${ROOT}/${path}`).text()

test('each migration has a line that says since when it is there, and what going back loses', async () => {
  const rows = (await read(PAGE)).split('\n').filter((line) => /^\| `\d{4}-/.test(line))
  const whole = /^\| `([\w-]+)` \| \d+\.\d+\.\d+ \| [^|]{4,} \| [^|]{4,} \|$/
  expectNone(
    rows.filter((row) => !whole.test(row)),
    `A row of ${PAGE} has step, version, what it adds and what going back loses:`,
  )
  const listed = rows.flatMap((row) => whole.exec(row)?.[1] ?? [])
  expectNone(
    names.filter((name) => !listed.includes(name)),
    `Add a row to the table "Every step" of ${PAGE}:`,
  )
  expect(listed).toEqual(names)
})

test('each migration since the former version can be undone', async () => {
  const sections = [...(await read(ROLLBACK)).matchAll(/^-- (\d{4}-[\w-]+)$/gm)].map(([, name]) => name)
  const wanted = names.filter((name) => name > LAST_FORMER).toReversed()
  expectNone(
    wanted.filter((name) => !sections.includes(name)),
    `Add a section with the statements that undo it, and keep restrictions from turning into permissions, to ${ROLLBACK}:`,
  )
  expect(sections).toEqual(wanted)
})
