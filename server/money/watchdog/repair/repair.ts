import type { CheckName, Difference } from '#contract/api/watchdog.ts'
import { type Author, writeAudit } from '../../../platform/audits/write.ts'
import type { Queryable, Store } from '../../../platform/store/database.ts'
import { type Finding, inspect, rollupName } from '../inspect.ts'
import { type Change, repairChannel, repairRollup, repairToken, repairUser } from './queries.ts'

/** A number that can be repaired, and how. */
interface Repair {
  check: CheckName
  target: { kind: string; id: string | number }
  subject: string
  run(trx: Queryable): Promise<Change<object>>
}

/**
 * Recomputes everything that is derived from rows and roll-ups, each number in a transaction with its audit row.
 * Balances, rows and leases are left alone, because their errors need a person. Returns what was changed.
 */
export async function repairAll(store: Store, by: Author): Promise<Difference[]> {
  const changes: Difference[] = []
  for await (const finding of inspect(store, 0)) {
    for (const repair of repairsOf(finding, store)) changes.push(...(await runRepair(store, by, repair)))
  }
  return changes
}

function repairsOf({ check, differences, rollups = [] }: Finding, { engine }: Store): Repair[] {
  if (check === 'rollups') {
    return rollups.map((key) => {
      const subject = rollupName(key)
      return { check, subject, target: { kind: 'rollup', id: subject }, run: (trx) => repairRollup(trx, engine, key) }
    })
  }
  const repairOne = { users: repairUser, tokens: repairToken, channels: repairChannel }
  if (!isCounter(check)) return []
  return [...new Set(differences.map(({ subject }) => subject))].map((subject) => {
    const [kind = '', id] = subject.split(' ')
    return { check, subject, target: { kind, id: Number(id) }, run: (trx) => repairOne[check](trx, engine, Number(id)) }
  })
}

const isCounter = (check: CheckName): check is 'users' | 'tokens' | 'channels' =>
  check === 'users' || check === 'tokens' || check === 'channels'

/** A difference may be gone by now: then nothing is written. */
async function runRepair(store: Store, by: Author, { check, target, subject, run }: Repair): Promise<Difference[]> {
  return store.db.transaction().execute(async (trx) => {
    const { before, after } = await run(trx)
    const now = after as Record<string, number>
    const changes = Object.entries(before as Record<string, number>).flatMap(([field, found]) => {
      const expected = now[field] ?? found
      return expected === found ? [] : [{ check, subject, field, expected, found }]
    })
    if (changes.length > 0) await writeAudit(trx, by, { action: 'watchdog.update', target, before, after })
    return changes
  })
}
