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
import { readOptions } from './queries.ts'
import { certificatesCheck, clockCheck, redisCheck } from './services.ts'
import { environmentCheck, optionsCheck, passwordsCheck } from './settings.ts'

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
        error(problem.message, 'set the SECRET_KEY of the server; without it, keys must be entered anew'),
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

/** Examines an installation, whose server may be running or not. Changes nothing. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const { dataDir, databaseUrl } = patient.config
  const { error } = findingsOf('database')
  const place = existsSync(dataDir)
    ? await runAll(OF_THE_PLACE, patient)
    : [findingsOf('files').error(`there is no data folder ${dataDir}`, 'set DATA_DIR to the value of the server')]
  if (!databaseUrl && !existsSync(join(dataDir, 'switchyard.db'))) {
    return [
      ...place,
      error(`there is no database in ${dataDir}`, 'set DATA_DIR or DATABASE_URL to the value of the server'),
    ]
  }
  const store = await openStore(patient.config)
  try {
    const options = await within(TIMEOUT_MS, readOptions(store.db))
    return [...place, ...(await runAll(OF_THE_DATABASE, { ...patient, store, options }))]
  } catch (problem) {
    const advice = databaseUrl
      ? 'check DATABASE_URL, whether PostgreSQL runs, its pg_hba.conf and the network'
      : 'check the disk; restore the latest backup if the file is damaged'
    return [...place, error(`it cannot be read: ${(problem as Error).message}`, advice)]
  } finally {
    await closeSoon(store)
  }
}

/** A check that fails is a finding; the others go on. */
async function runAll<P>(checks: readonly Check<P>[], patient: P): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { area, run } of checks) {
    found.push(
      ...(await run(patient).catch((problem: Error) => [
        findingsOf(area).error(
          `could not be examined: ${problem.message}`,
          'mend what the message says, then run it again',
        ),
      ])),
    )
  }
  return found
}

/** A database that hangs must not hold up the report. */
const closeSoon = (store: Store) => within(TIMEOUT_MS, store.close()).catch(() => {})
