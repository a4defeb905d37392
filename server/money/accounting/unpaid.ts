import { type RawBuilder, sql } from 'kysely'
import { createBulkInserter } from '../../platform/store/bulk.ts'
import type { Database } from '../../platform/store/database.ts'
import type { Values } from '../../platform/store/statement.ts'
import type { UnpaidRecord } from './records.ts'

/** How long an unpaid answer counts against the limit of its account, in seconds. */
export const UNPAID_SECONDS = 86_400

/** The answers within a day that an account could not pay and the operator paid for, in quota units. */
export interface Unpaid {
  /** The sum of what was not charged. */
  units: number
  /** The highest price among these answers. */
  dearest: number
}

export const NOTHING_UNPAID: Unpaid = { units: 0, dearest: 0 }

/**
 * Inserts rows that `unpaidRow` creates. A record that is settled again, after a repair of the journal, counts
 * once.
 */
export const insertUnpaid = createBulkInserter(
  'unpaid_answers',
  ['request_id', 'user_id', 'created_at', 'price', 'units'],
  'on conflict (request_id) do nothing',
)

export const unpaidRow = ({ id, user, at, price, units }: UnpaidRecord): Values => [id, user, at, price, units]

const since = (now: number) => Math.floor(now / 1000) - UNPAID_SECONDS

/**
 * The units that the user of the outer query's row has not paid within a day; `now` in milliseconds since the
 * epoch.
 */
export const unpaidUnits = (now: number): RawBuilder<number> => sql<number>`coalesce((
  select sum(units) from unpaid_answers where user_id = users.id and created_at > ${since(now)}), 0)`

/** The highest price among these answers. */
export const maxUnpaidPrice = (now: number): RawBuilder<number> => sql<number>`coalesce((
  select max(price) from unpaid_answers where user_id = users.id and created_at > ${since(now)}), 0)`

/** Deletes the rows that no longer count. */
export async function deleteOldUnpaid(db: Database, now: number): Promise<void> {
  await db.deleteFrom('unpaid_answers').where('created_at', '<=', since(now)).execute()
}

/** Adds two sums of different answers of one account. */
export const addUnpaid = (one: Unpaid, other: Unpaid): Unpaid => ({
  units: one.units + other.units,
  dearest: Math.max(one.dearest, other.dearest),
})

/** The unpaid answers of this node that are not in the database yet. */
export class UnsettledUnpaid {
  /** By user and id: what the settling thread reports are copies. */
  readonly byUser = new Map<number, Map<string, UnpaidRecord>>()

  add(record: UnpaidRecord): void {
    const known = this.byUser.get(record.user)
    if (known) known.set(record.id, record)
    else this.byUser.set(record.user, new Map([[record.id, record]]))
  }

  /** Removes a record that is in the database, or could not be written. */
  remove(record: UnpaidRecord): void {
    const left = this.byUser.get(record.user)
    left?.delete(record.id)
    if (left?.size === 0) this.byUser.delete(record.user)
  }

  of(user: number): Unpaid {
    const records = this.byUser.get(user)
    if (!records) return NOTHING_UNPAID
    return [...records.values()].map(({ units, price }) => ({ units, dearest: price })).reduce(addUnpaid)
  }
}
