import { expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { filesOnPostgres, hasOwnSql, postgresTests } from './postgres-tests.ts'
import { expectNone, importsOf, type Source, sources } from './sources.ts'

const source = (path: string, text = ''): Source => ({
  path,
  lines: text.split('\n'),
  imports: importsOf(path, text),
  isTest: /\.test\.ts$/.test(path),
})
const FOR_EACH = "import { forEachDatabase } from '#test/harness/databases.ts'\n"
const SQL = "import { sql } from 'kysely'\nsql`select 1`"

test('a test runs on PostgreSQL where its module, an import, a neighbour or a part of the harness can differ there', () => {
  const tests = [
    source('server/money/accounting/leases.test.ts', FOR_EACH),
    source('server/people/users/list.test.ts', `${FOR_EACH}import { findUsers } from './queries.ts'`),
    source('server/insight/logs/page.test.ts', FOR_EACH),
    source('test/api/charges.test.ts', `${FOR_EACH}import { books } from '#test/harness/books.ts'`),
  ]
  const others = [
    source('server/people/users/queries.ts', SQL),
    source('server/insight/logs/queries.ts', SQL),
    source('test/harness/books.ts', "import { settle } from '#server/money/accounting/settle.ts'"),
    source('server/money/accounting/settle.ts'),
  ]
  expect(postgresTests([...tests, ...others])).toEqual(tests.map(({ path }) => path))
})

test('a test of formats, or without databases, does not', () => {
  const all = [
    source('test/api/formats.test.ts', `${FOR_EACH}import { startServer } from '#test/harness/server.ts'`),
    source('test/harness/server.ts', "import { openServices } from '#server/open.ts'"),
    source('server/people/users/list.test.ts', `${FOR_EACH}import type { Row } from './queries.ts'`),
    source('server/site/pages/queries.ts', SQL),
    source('server/site/words.test.ts', "import { test } from 'bun:test'"),
  ]
  expect(postgresTests(all)).toEqual([])
})

test('each file with SQL of its own has a test that runs on PostgreSQL', () => {
  const tested = filesOnPostgres(sources)
  const folders = new Set(postgresTests(sources).map(dirname))
  const untested = sources.filter(hasOwnSql).filter(({ path }) => !tested.has(path) && !folders.has(dirname(path)))
  expectNone(
    untested.map(({ path }) => path),
    'Put a test with `forEachDatabase` beside it, or import it from such a test:',
  )
})

/** Tests of a PostgreSQL server's own ways, and of imports from PostgreSQL. */
const WITH_OWN_SERVER = [/^test\/harness\//, /^server\/platform\/store\//, /^test\/import\/engines\.test\.ts$/]

test('no test chooses its databases by hand', () => {
  const found = sources
    .filter(({ isTest, path }) => isTest && !WITH_OWN_SERVER.some((allowed) => allowed.test(path)))
    .filter(({ imports }) => imports.some(({ target }) => /^test\/harness\/postgres(?:-server)?\.ts$/.test(target)))
    .filter(({ lines }) => lines.some((line) => /\b(?:postgresUrl|postgresServer|startPostgres)\(/.test(line)))
  expectNone(
    found.map(({ path }) => path),
    'Use `forEachDatabase`: the tier says which databases it runs on:',
  )
})
