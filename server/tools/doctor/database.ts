import type { Store } from '../../platform/store/database.ts'
import { findDamage, listSlowStatements, readDatabaseFacts } from '../../platform/store/database-facts.ts'
import { findingsOf } from './finding.ts'
import type { Check, ReachedPatient } from './patient.ts'
import { listTypicalQueries } from './queries.ts'
import { adviceAgainstDamage } from './sqlite-file.ts'

const SLOW_MS = 250
/** A check of all pages reads the whole file. */
const MAX_QUICK_BYTES = 2_000_000_000
const OLDEST_POSTGRES = 14
const MAX_CONNECTIONS_SHARE = 0.8

const { ok, warning, error } = findingsOf('database')

/** Version, size, schema, damage and speed of the database. */
export const databaseCheck: Check<ReachedPatient> = {
  area: 'database',
  async run({ store, thorough, config }) {
    const facts = await readDatabaseFacts(store)
    const name = `${store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${facts.version}`
    const megabytes = Math.ceil(facts.bytes / 1_000_000)
    const found = [ok(`${name}, ${megabytes} MB`)]
    if (store.engine === 'postgres' && Number.parseInt(facts.version, 10) < OLDEST_POSTGRES) {
      found.push(warning(`${name} no longer receives fixes`, `upgrade to PostgreSQL ${OLDEST_POSTGRES} or later`))
    }
    const { connections } = facts
    if (connections && connections.used > connections.max * MAX_CONNECTIONS_SHARE) {
      found.push(
        warning(
          `${connections.used} of ${connections.max} connections are in use`,
          'raise max_connections, or run fewer nodes; each can use 25',
        ),
      )
    }
    found.push(
      schemaFinding(facts),
      await damageFinding(store, config.dataDir, thorough || facts.bytes < MAX_QUICK_BYTES),
    )
    return [...found, ...(await slowFindings(store))]
  },
}

function schemaFinding({ pending, unknown }: { pending: string[]; unknown: string[] }) {
  if (unknown.length > 0) {
    return error(
      `a newer version has used this database (${unknown.join(', ')})`,
      'use that version; to go back, see docs/operate/upgrade.md',
    )
  }
  if (pending.length === 0) return ok('the schema matches this version')
  return warning(
    `pending migrations: ${pending.length} (${pending[0]} …)`,
    'back up, then start this version, which runs them; or use the doctor of the running version',
  )
}

async function damageFinding(store: Store, dataDir: string, isWanted: boolean) {
  if (!isWanted) return ok('not checked for damage, because it is large (--thorough does)')
  const damage = await findDamage(store)
  if (damage.length === 0) return ok('no damage found')
  const advice =
    store.engine === 'sqlite'
      ? adviceAgainstDamage(dataDir)
      : 'REINDEX INDEX CONCURRENTLY, and check the PostgreSQL log for the cause'
  return error(damage.join('; '), advice)
}

async function slowFindings(store: Store) {
  const counted = await listSlowStatements(store, SLOW_MS)
  const found = (counted ?? []).map(({ text, calls, meanMilliseconds }) =>
    warning(
      `${Math.round(meanMilliseconds)} ms on average over ${calls} runs: ${text.replace(/\s+/g, ' ')}`,
      'run ANALYZE; if the query stays slow, check its plan (EXPLAIN ANALYZE) and the memory and disk of the database',
    ),
  )
  for (const { name, run } of listTypicalQueries(store)) {
    const began = performance.now()
    await run()
    const took = performance.now() - began
    if (took > SLOW_MS) {
      found.push(
        warning(
          `${name} took ${Math.round(took)} ms`,
          'run ANALYZE; check the disk, memory and other load of the database',
        ),
      )
    }
  }
  if (found.length > 0) return found
  const source = counted ? 'counted by pg_stat_statements, and ' : ''
  return [ok(`no slow queries (${source}measured now)`)]
}
