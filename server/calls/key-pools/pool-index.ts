import { parseStoredLimits } from '#contract/limits.ts'
import type { Bus, Change } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import { KeyPool, type StoredKey } from './key-pool.ts'
import { readKeys } from './queries.ts'

/** The pools in memory by channel, as they are stored. */
export interface PoolIndex {
  of(channel: number): KeyPool | undefined
  readonly pools: ReadonlyMap<number, KeyPool>
  /** Reads keys again, of all pools, of one, or some of one; resolves when they are in use. */
  reload(channel?: number, ids?: readonly number[]): Promise<void>
  close(): void
}

const RETRY_MS = 2000
/** Keys of one query: engines limit the values of a query. */
const IDS_PER_QUERY = 1000

/** Loads all pools once, and after that only the keys that a change names. */
export async function createPoolIndex({
  store,
  bus,
  warn,
}: {
  store: Store
  bus: Bus
  warn: (message: string) => void
}): Promise<PoolIndex> {
  const pools = new Map<number, KeyPool>()
  let reading: Promise<void> = Promise.resolve()

  async function read(channel?: number, ids?: readonly number[]): Promise<void> {
    const rows = (await readInPieces(store, channel, ids)).map((row) => ({
      channel: row.channel_id,
      key: toStored(row),
    }))
    const now = Date.now()
    const found = new Set(rows.map(({ key }) => key.id))
    for (const each of channel === undefined ? [...pools.keys()] : [channel])
      for (const id of ids ??
        pools
          .get(each)
          ?.keys()
          .map((key) => key.id) ??
        [])
        if (!found.has(id)) pools.get(each)?.remove(id)
    for (const { channel, key } of rows) {
      const pool = pools.get(channel) ?? new KeyPool()
      pools.set(channel, pool)
      pool.put(key, now)
    }
    for (const [each, pool] of pools) if (pool.size === 0) pools.delete(each)
  }

  /** One after the other: what began later is newer. */
  function reload(channel?: number, ids?: readonly number[]): Promise<void> {
    const done = reading.then(() => read(channel, ids))
    reading = done.catch(() => {})
    return done
  }

  async function reloadUntilDone(channel?: number, ids?: readonly number[]): Promise<void> {
    try {
      await reload(channel, ids)
    } catch (error) {
      warn(`keys of channels could not be read, trying again: ${error}`)
      setTimeout(() => void reloadUntilDone(channel, ids), RETRY_MS).unref()
    }
  }

  async function follow(change: Extract<Change, { kind: 'channel_keys' | 'key_cooling' }>): Promise<void> {
    if (change.kind === 'channel_keys') return reloadUntilDone(change.channel, change.ids)
    const pool = pools.get(change.channel)
    const key = pool?.get(change.id)
    if (pool && key && key.coolingUntil < change.until) pool.rest(key, { coolingUntil: change.until }, Date.now())
  }

  const unsubscribe = bus.subscribe(['channel_keys', 'key_cooling'], follow)
  await reload()
  return { of: (channel) => pools.get(channel), pools, reload, close: unsubscribe }
}

async function readInPieces({ db }: Store, channel?: number, ids?: readonly number[]) {
  if (ids === undefined) return readKeys(db, channel)
  const rows: Awaited<ReturnType<typeof readKeys>> = []
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY)
    rows.push(...(await readKeys(db, channel, ids.slice(start, start + IDS_PER_QUERY))))
  return rows
}

const toStored = (row: Awaited<ReturnType<typeof readKeys>>[number]): StoredKey => ({
  id: row.id,
  sealed: row.key,
  status: row.status,
  coolingUntil: row.cooling_until,
  limits: parseStoredLimits(row.limits),
})
