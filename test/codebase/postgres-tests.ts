import { dirname } from 'node:path'
import type { Source } from './sources.ts'

/** Modules whose work on PostgreSQL differs from that on SQLite: transactions, locks, notices between nodes, migrations. */
const DIFFERENT = [
  'platform/store',
  'platform/job-locks',
  'money/accounting',
  'money/rollups',
  'money/watchdog',
  'cluster/jobs',
  'people/notices',
].map((name) => `server/${name}/`)
/** How every test reaches a database, whatever it tests. */
const PLUMBING = new Set([
  'server/platform/store/database.ts',
  'server/platform/store/tables.ts',
  'test/harness/databases.ts',
  'test/harness/server.ts',
])

/** Whether a test has suites for several databases. */
export const hasDatabases = ({ isTest, path, imports }: Source) =>
  isTest && path.endsWith('.test.ts') && imports.some(({ target }) => target === 'test/harness/databases.ts')

/**
 * Returns the paths of the tests that run on PostgreSQL too in `npm run test:all`. The databases can differ where a test
 * stands in a module of `DIFFERENT`, or imports from one, or imports a file with SQL of its own, or stands beside such a file.
 */
export function postgresTests(sources: readonly Source[]): string[] {
  const different = new Set(sources.filter(canDiffer).map(({ path }) => path))
  const folders = new Set(sources.filter(hasOwnSql).map(({ path }) => dirname(path)))
  const reach = reachIn(sources)
  return sources
    .filter(hasDatabases)
    .filter(
      (test) =>
        isDifferent(test.path) || folders.has(dirname(test.path)) || reach(test).some((path) => different.has(path)),
    )
    .map(({ path }) => path)
}

/** Returns the files that the tests on PostgreSQL import, by whatever way, without those that every test imports. */
export function filesOnPostgres(sources: readonly Source[]): Set<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const found = new Set(postgresTests(sources))
  for (const path of found) {
    for (const target of used(byPath.get(path))) if (!PLUMBING.has(target)) found.add(target)
  }
  return found
}

/** Whether a file of the product writes SQL itself, where the query builder would write it for either database. */
export const hasOwnSql = ({ path, lines, imports, isTest }: Source) =>
  !isTest &&
  path.startsWith('server/') &&
  imports.some(({ target, typeOnly }) => target === 'kysely' && !typeOnly) &&
  lines.some((line) => /\bsql[`<(.]/.test(line))

const isDifferent = (path: string) =>
  path.startsWith('test/money/') || DIFFERENT.some((module) => path.startsWith(module))

const canDiffer = (source: Source) =>
  !source.isTest && !PLUMBING.has(source.path) && (isDifferent(source.path) || hasOwnSql(source))

/** What a test imports for use, and what the parts of the harness import that it imports. */
function reachIn(sources: readonly Source[]): (test: Source) => string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  return (test) =>
    used(test)
      .filter((target) => !PLUMBING.has(target))
      .flatMap((target) => {
        const harness = target.startsWith('test/') ? byPath.get(target) : undefined
        return [target, ...used(harness)]
      })
}

const used = (source: Source | undefined): string[] =>
  (source?.imports ?? []).filter(({ typeOnly }) => !typeOnly).map(({ target }) => target)
