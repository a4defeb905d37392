import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator, sql } from 'kysely'
import type { Engine, Store } from './database.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { channels } from './migrations/0002-channels.ts'
import { money } from './migrations/0003-money.ts'
import { logs } from './migrations/0004-logs.ts'
import { tasks } from './migrations/0005-tasks.ts'
import { identity } from './migrations/0006-identity.ts'
import { orders } from './migrations/0008-orders.ts'
import { statistics } from './migrations/0009-statistics.ts'
import { listIndexes } from './migrations/0014-list-indexes.ts'
import { taskMoney } from './migrations/0015-task-money.ts'
import { logUserIndexes } from './migrations/0016-log-user-indexes.ts'
import { channelTests } from './migrations/0017-channel-tests.ts'
import { rollupSums } from './migrations/0020-rollup-sums.ts'
import { receiptTerms } from './migrations/0021-receipt-terms.ts'
import { storedResponses } from './migrations/0022-stored-responses.ts'
import { unpaidAnswers } from './migrations/0023-unpaid-answers.ts'
import { shownIds } from './migrations/0024-shown-ids.ts'
import { traffic } from './migrations/0025-traffic.ts'
import { operations } from './migrations/0026-operations.ts'
import { formerTokenKeys } from './migrations/0027-former-token-keys.ts'
import { secondFactors } from './migrations/0028-second-factors.ts'
import { passkeys } from './migrations/0029-passkeys.ts'
import { cachedTokens } from './migrations/0031-cached-tokens.ts'
import { learnedRatios } from './migrations/0032-learned-ratios.ts'
import { costs } from './migrations/0034-costs.ts'
import { marginAlerts } from './migrations/0035-margin-alerts.ts'
import { billReports } from './migrations/0036-bill-reports.ts'
import { paymentLedger } from './migrations/0037-payment-ledger.ts'
import { paymentReceipts } from './migrations/0038-payment-receipts.ts'
import { limits } from './migrations/0039-limits.ts'
import { priceSyncs } from './migrations/0040-price-syncs.ts'
import { channelKeys } from './migrations/0041-channel-keys.ts'
import { tokenLife } from './migrations/0044-token-life.ts'
import { alerts, moreAlertRules } from './migrations/0045-alerts.ts'
import { imports } from './migrations/0047-imports.ts'
import { responsePlaces } from './migrations/from-0048/0052-response-places.ts'
import { rollupSets } from './migrations/from-0048/0053-rollup-sets.ts'
import { otherRowsIndex } from './migrations/from-0048/0054-other-rows-index.ts'
import { hourlySets } from './migrations/from-0048/0055-hourly-sets.ts'
import { givenGroups } from './migrations/from-0048/0057-given-groups.ts'
import { alertsByChannel } from './migrations/from-0048/0058-alerts-by-channel.ts'
import { retirementRule } from './migrations/from-0048/0059-retirement-rule.ts'
import { plainSteps } from './migrations/plain-steps.ts'

const allSteps = (engine: Engine): Record<string, Migration> => ({
  ...plainSteps,
  '0001-accounts': accounts(engine),
  '0002-channels': channels(engine),
  '0003-money': money(engine),
  '0004-logs': logs(engine),
  '0005-tasks': tasks(engine),
  '0006-identity': identity,
  '0008-orders': orders,
  '0009-statistics': statistics,
  '0014-list-indexes': listIndexes,
  '0015-task-money': taskMoney,
  '0016-log-user-indexes': logUserIndexes,
  '0017-channel-tests': channelTests(engine),
  '0020-rollup-sums': rollupSums(engine),
  '0021-receipt-terms': receiptTerms,
  '0022-stored-responses': storedResponses,
  '0023-unpaid-answers': unpaidAnswers,
  '0024-shown-ids': shownIds,
  '0025-traffic': traffic,
  '0026-operations': operations,
  '0027-former-token-keys': formerTokenKeys(engine),
  '0028-second-factors': secondFactors,
  '0029-passkeys': passkeys,
  '0031-cached-tokens': cachedTokens(engine),
  '0032-learned-ratios': learnedRatios,
  '0034-costs': costs(engine),
  '0035-margin-alerts': marginAlerts,
  '0036-bill-reports': billReports(engine),
  '0037-payment-ledger': paymentLedger(engine),
  '0038-payment-receipts': paymentReceipts(engine),
  '0039-limits': limits(engine),
  '0040-price-syncs': priceSyncs(engine),
  '0041-channel-keys': channelKeys(engine),
  '0044-token-life': tokenLife,
  '0045-alerts': alerts(engine),
  '0046-more-alert-rules': moreAlertRules,
  '0047-imports': imports(engine),
  '0052-response-places': responsePlaces,
  '0053-rollup-sets': rollupSets(engine),
  '0054-other-rows-index': otherRowsIndex,
  '0055-hourly-sets': hourlySets(engine),
  '0057-given-groups': givenGroups,
  '0058-alerts-by-channel': alertsByChannel,
  '0059-retirement-rule': retirementRule,
})

/** The numbered steps of the schema, in their order. */
export const migrationsOf = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(Object.entries(allSteps(engine)).sort(([one], [other]) => (one < other ? -1 : 1)))

/**
 * Migrates the schema to the latest version; several nodes may call it at once. Throws the failing migration's
 * error.
 */
export async function migrate(store: Store, steps = migrationsOf(store.engine)): Promise<void> {
  if (await isUpToDate(store, Object.keys(steps))) return
  const provider = { getMigrations: async () => steps }
  // A node that starts while another migrates waits for it, which is a long statement as well.
  const { error, results } = await store.withoutTimeout((db) => new Migrator({ db, provider }).migrateToLatest())
  if (!error) return
  const newer = /previously executed migration (\S+) is missing/.exec(String(error))?.[1]
  if (newer) {
    throw new Error(
      `a newer version has worked with this database (its step ${newer} is not known here). Nothing was changed. ` +
        'Start that version, or restore the backup that was made before the upgrade',
    )
  }
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  throw new Error(
    `the database ${failed ? `could not be brought up to date (step ${failed})` : 'cannot be used'}: ${error}`,
    { cause: error },
  )
}

/** Whether the database has exactly these steps, which is so at most starts and told by one query. */
async function isUpToDate({ db }: Store, steps: readonly string[]): Promise<boolean> {
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM ${table} ORDER BY name`.execute(db)
    return rows.map(({ name }) => name).join() === steps.toSorted().join()
  } catch {
    // Without the table, there are no steps yet. The migrator reports what else may be wrong.
    return false
  }
}
