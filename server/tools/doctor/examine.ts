import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { within } from '../../platform/async/with-timeout.ts'
import { openStore, type Store } from '../../platform/store/database.ts'
import { checkVaultKey, openVault } from '../../platform/store/vault.ts'
import { booksCheck, journalCheck, nodesCheck } from './books.ts'
import { diskCheck, filesCheck } from './data-folder.ts'
import { databaseCheck } from './database.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Check, Patient, ReachedPatient } from './patient.ts'
import { readOptions, readSchema } from './queries.ts'
import { certificatesCheck, clockCheck, redisCheck } from './services.ts'
import { environmentCheck, optionsCheck, passwordsCheck } from './settings.ts'
import { adviceAgainstDamage, DAMAGE, sqliteProblem } from './sqlite-file.ts'

const TIMEOUT_MS = 8000

/** Whether the key of the encryption at rest is the one that secrets were encrypted with. */
const keyCheck: Check<ReachedPatient> = {
  area: 'files',
  async run({ config, store }) {
    const { ok, error } = findingsOf('files')
    // Without a key file the vault would make one.
    if (!config.secretKey && !existsSync(join(config.dataDir, 'secret.key'))) return []
    return checkVaultKey(store.db, openVault(config)).then(
      () => [ok('the key opens what is stored')],
      (problem: Error) => [
        error(problem.message, 'set the SECRET_KEY of the server; without it, keys must be entered again'),
      ],
    )
  },
}

const OF_THE_PLACE: Check<Patient>[] = [diskCheck, filesCheck, redisCheck, environmentCheck]
const OF_THE_DATABASE: Check<ReachedPatient>[] = [
  databaseCheck,
  keyCheck,
  clockCheck,
  nodesCheck,
  journalCheck,
  booksCheck,
  passwordsCheck,
  optionsCheck,
  certificatesCheck,
]

/** Examines an installation, whose server may be running or not. Changes nothing, and never throws. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const { dataDir } = patient.config
  const place = existsSync(dataDir)
    ? await runAll(OF_THE_PLACE, patient)
    : [
        findingsOf('files').error(`there is no data folder ${dataDir}`, 'set DATA_DIR to the value of the server'),
        ...(await runAll([redisCheck, environmentCheck], patient)),
      ]
  return [...place, ...(await examineDatabase(patient))]
}

async function examineDatabase(patient: Patient): Promise<Finding[]> {
  const { dataDir, databaseUrl } = patient.config
  const problem = databaseUrl ? undefined : sqliteProblem(dataDir)
  if (problem) return withoutDatabase(problem)
  let store: Store | undefined
  try {
    store = await openStore(patient.config)
    await within(TIMEOUT_MS, readSchema(store.db))
    return await runAll(OF_THE_DATABASE, await reachedPatient(patient, store))
  } catch (cause) {
    const text = `the database cannot be read: ${(cause as Error).message}`
    const { error } = findingsOf('database')
    return withoutDatabase(
      databaseUrl
        ? error(text, 'check DATABASE_URL, whether PostgreSQL runs, its pg_hba.conf and the network')
        : error(text, adviceAgainstDamage(dataDir)),
    )
  } finally {
    if (store) await closeSoon(store)
  }
}

/** Options that cannot be read fail the checks that need them, and no others. */
async function reachedPatient(patient: Patient, store: Store): Promise<ReachedPatient> {
  const options = await within(TIMEOUT_MS, readOptions(store.db)).catch((problem: Error) => problem)
  return {
    ...patient,
    store,
    get options() {
      if (options instanceof Error) throw options
      return options
    },
  }
}

/** What is wrong with the database, and the areas that nothing can be said of without it. */
function withoutDatabase(problem: Finding): Finding[] {
  const areas = new Set(
    OF_THE_DATABASE.map(({ area }) => area).filter((area) => area !== problem.area && area !== 'files'),
  )
  const advice = 'fix the database, then run the doctor again'
  return [
    problem,
    ...[...areas].map((area) => findingsOf(area).warning('not examined because it needs the database', advice)),
  ]
}

/** A check that fails is a finding; the others go on. */
async function runAll<P extends Patient>(checks: readonly Check<P>[], patient: P): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { area, run } of checks) {
    found.push(
      ...(await run(patient).catch((problem: Error) => [
        findingsOf(area).error(
          `could not be examined: ${problem.message}`,
          DAMAGE.test(problem.message)
            ? adviceAgainstDamage(patient.config.dataDir)
            : 'fix the cause, then run the doctor again',
        ),
      ])),
    )
  }
  return found
}

/** A database that hangs must not hold up the report. */
const closeSoon = (store: Store) => within(TIMEOUT_MS, store.close()).catch(() => {})
