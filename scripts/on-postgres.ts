/**
 * `bun scripts/on-postgres.ts test <options> [files]`: runs `bun test` beside one PostgreSQL server, on the given files or on
 * those that belong to the tier. The server ends with it, so that its CPU time counts as the stage's.
 */
import { hasDatabases, postgresTests } from '#test/codebase/postgres-tests.ts'
import { sources } from '#test/codebase/sources.ts'
import { startPostgres } from '#test/harness/postgres-server.ts'
import { inTier } from '#test/harness/tiers.ts'

const given = process.argv.slice(2)
const chosen = () => (inTier('nightly') ? sources.filter(hasDatabases).map(({ path }) => path) : postgresTests(sources))
const files = given.some((argument) => argument.endsWith('.ts')) ? [] : chosen().map((path) => `./${path}`)
const { url, stop } = await startPostgres()
const tests = Bun.spawn([process.execPath, ...given, ...files], {
  env: { ...process.env, TEST_POSTGRES_URL: url },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const status = await tests.exited
await stop()
process.exit(status)
