import { sql } from 'kysely'
import { KEY_STATUS } from '#contract/statuses.ts'
import { nextTurn } from '../../platform/async/next-turn.ts'
import { SYSTEM, writeAudits } from '../../platform/audits/write.ts'
import type { Database, Store } from '../../platform/store/database.ts'

/** Reads what calls need of keys: of all pools, of one, or some keys of one. */
export function readKeys(db: Database, channel?: number, ids?: readonly number[]) {
  let query = db
    .selectFrom('channel_keys')
    .select(['id', 'channel_id', 'key', 'status', 'cooling_until', 'limits'])
    .orderBy('id')
  if (channel !== undefined) query = query.where('channel_id', '=', channel)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  return query.execute()
}

/** What a key was used for since it was last written. */
export interface KeyUse {
  id: number
  calls: number
  failures: number
  /** Unix seconds. */
  lastUsedAt: number
  /** "" = no failure since. */
  lastError: string
  /** Milliseconds since the epoch; 0 = no rest has begun since. */
  coolingUntil: number
}

/** Rows of one statement. */
const CHUNK = 200

/** Adds what keys were used for, in statements of many rows. A rest is never made shorter. */
export async function addKeyUse({ writes }: Pick<Store, 'writes'>, uses: readonly KeyUse[]): Promise<void> {
  for (let start = 0; start < uses.length; start += CHUNK) {
    const rows = uses
      .slice(start, start + CHUNK)
      .map(
        (use) =>
          sql`(cast(${use.id} as bigint), cast(${use.calls} as bigint), cast(${use.failures} as bigint), cast(${use.lastUsedAt} as bigint), cast(${use.lastError} as text), cast(${use.coolingUntil} as bigint))`,
      )
    await sql`update channel_keys set
      calls = calls + used.column2,
      failures = failures + used.column3,
      last_used_at = case when used.column4 > last_used_at then used.column4 else last_used_at end,
      last_error = case when used.column5 <> '' then used.column5 else last_error end,
      last_error_at = case when used.column5 <> '' then used.column4 else last_error_at end,
      cooling_until = case when used.column6 > cooling_until then used.column6 else cooling_until end
      from (values ${sql.join(rows)}) as used where channel_keys.id = used.column1`.execute(writes)
    if (start + CHUNK < uses.length) await nextTurn()
  }
}

/** A key whose upstream refuses it. */
export interface StoppedKey {
  channel: number
  id: number
  /** Without secrets. */
  reason: string
  /** When it is tested first, in milliseconds since the epoch; undefined = soon. */
  until?: number | undefined
}

/** A key that was stopped is tested after a minute, then after twice as long, and so on up to an hour. */
export const FIRST_PROBE_SECONDS = 60
const LAST_PROBE_SECONDS = 3600
/** A key that was enabled for so long starts with a short time again. */
const RECOVERED_SECONDS = 3600

/** Seconds until the next test of a key, by its failed tests. */
export const probeDelay = (probes: number) =>
  Math.min(LAST_PROBE_SECONDS, FIRST_PROBE_SECONDS * 2 ** Math.min(probes, 10))

/** Stops keys that are enabled, with an audit row for each. Other keys stay as they are. */
export async function stopKeys(
  { writes }: Pick<Store, 'writes'>,
  keys: readonly StoppedKey[],
  now: number,
): Promise<void> {
  await writes.transaction().execute(async (trx) => {
    for (const { channel, id, reason, until } of keys.toSorted((one, other) => one.id - other.id)) {
      const row = await trx
        .selectFrom('channel_keys')
        .select(['probes', 'changed_at'])
        .where('id', '=', id)
        .where('status', '=', KEY_STATUS.enabled)
        .executeTakeFirst()
      if (!row) continue
      const probes = row.changed_at < now - RECOVERED_SECONDS ? 0 : row.probes
      const stopped = await trx
        .updateTable('channel_keys')
        .set({
          status: KEY_STATUS.stopped,
          reason,
          changed_at: now,
          probes: probes + 1,
          probe_at: until === undefined ? now + probeDelay(probes) : Math.ceil(until / 1000),
        })
        .where('id', '=', id)
        .where('status', '=', KEY_STATUS.enabled)
        .executeTakeFirst()
      if (stopped.numUpdatedRows === 0n) continue
      await writeAudits(trx, SYSTEM, [
        {
          action: 'channel_key.auto_disable',
          target: { kind: 'channel', id: channel },
          before: { key_id: id, status: KEY_STATUS.enabled },
          after: { key_id: id, status: KEY_STATUS.stopped, reason },
        },
      ])
    }
  })
}
