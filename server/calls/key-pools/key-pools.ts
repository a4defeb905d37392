import { KEY_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { openWriteBehind } from '../../platform/async/write-behind.ts'
import type { Bus } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import type { Vault } from '../../platform/store/vault.ts'
import type { KeyPool, PoolKey } from './key-pool.ts'
import { createKeyUses } from './key-uses.ts'
import { createPoolIndex, type PoolIndex } from './pool-index.ts'
import { addKeyUse, type StoppedKey, stopKeys } from './queries.ts'

/** A key as a call uses it: its channel with this key. */
export type KeyedChannel = Channel & { readonly keyId: number }

/** The pools of keys of all channels that have one, on this node. */
export interface KeyPools {
  /** The pool of a channel; undefined = it has a single key. */
  of(channel: number): KeyPool | undefined
  /** All pools by channel. */
  readonly pools: ReadonlyMap<number, KeyPool>
  /** A channel with one of its keys; undefined = the key cannot be decrypted. */
  withKey(channel: Channel, key: PoolKey): KeyedChannel | undefined
  /** A channel with the best of its keys, for requests that are no calls; without a pool the channel itself. */
  withAnyKey(channel: Channel): Channel
  /** A call begins to use a key; the returned function ends that. */
  begin(channel: KeyedChannel): () => void
  succeeded(channel: Pick<Channel, 'id' | 'keyId'>): void
  /** An attempt with a key has failed. `error`: without secrets. */
  failed(channel: KeyedChannel, error: string): void
  /** Lets a key rest on all nodes, until a time in milliseconds since the epoch. */
  cool(channel: KeyedChannel, until: number, said: boolean): void
  /** A limit of the key takes no further call now. */
  full(channel: KeyedChannel): void
  /** Lets a key rest on this node until a time; 0 = not any more. */
  suspend(channel: KeyedChannel, until: number): void
  /** Lets a key rest for one model on this node, until a time. */
  restModel(channel: KeyedChannel, model: string, until: number): void
  /** Stops a key on all nodes. `reason`: without secrets. `until`: when it is tested first, in milliseconds since the epoch. */
  stop(channel: KeyedChannel, reason: string, until?: number): void
  /** Reads keys again; resolves when they are in use. */
  reload: PoolIndex['reload']
  /** Resolves when everything noted so far is in the database, if the database accepts it. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** A crash loses the counts of this time; they decide nothing. */
const FLUSH_MS = 5000
/** States are written sooner. */
const SOON_MS = 500
/** A key that is full is asked again after this time, or when one of its calls ends. */
const FULL_MS = 1000

interface Parts {
  store: Store
  vault: Vault
  bus: Bus
  warn: (message: string) => void
}

/** Creates the function that decrypts a channel's key, once. */
function createKeyOpener({ vault, warn }: Parts): KeyPools['withKey'] {
  const keyed = new WeakMap<PoolKey, KeyedChannel & { from: Channel; sealed: string }>()
  return (channel, key) => {
    const { sealed, limits } = key.stored
    const known = keyed.get(key)
    if (known?.from === channel && known.sealed === sealed && known.keyLimits === limits) return known
    try {
      const made = { ...channel, key: vault.decrypt(sealed), keyId: key.id, keyLimits: limits, from: channel, sealed }
      keyed.set(key, made)
      return made
    } catch (error) {
      warn(`key ${key.id} of channel #${channel.id} cannot be used: ${String(error)}`)
      return undefined
    }
  }
}

/** Loads all pools and follows their changes. */
export async function openKeyPools(parts: Parts): Promise<KeyPools> {
  const { bus } = parts
  const index = await createPoolIndex(parts)
  const writer = createWriter(parts)
  const withKey = createKeyOpener(parts)

  const find = ({ id, keyId = 0 }: Pick<Channel, 'id' | 'keyId'>) => {
    const pool = index.of(id)
    const key = pool?.get(keyId)
    return pool && key ? { pool, key } : undefined
  }

  return {
    ...index,
    withKey,
    withAnyKey(channel) {
      const best = bestKey(index.of(channel.id))
      return (best && withKey(channel, best)) ?? channel
    },
    begin(channel) {
      const found = find(channel)
      writer.uses.note(channel.keyId, { calls: 1, lastUsedAt: nowInSeconds() })
      writer.wake()
      if (!found) return () => {}
      found.pool.begin(found.key)
      return () => found.pool.end(found.key, Date.now())
    },
    succeeded(channel) {
      const found = channel.keyId === undefined ? undefined : find(channel)
      if (found) found.key.coolings = 0
    },
    failed(channel, error) {
      writer.uses.note(channel.keyId, { failures: 1, lastUsedAt: nowInSeconds(), lastError: error })
      writer.wake()
    },
    cool(channel, until, said) {
      const found = find(channel)
      const now = Date.now()
      // Calls that were under way together rest the key once.
      if (!found || (found.key.coolingUntil > now && !(said && until > found.key.coolingUntil))) return
      found.key.coolings += 1
      found.pool.rest(found.key, { coolingUntil: until }, now)
      writer.uses.note(channel.keyId, { coolingUntil: until })
      writer.wake(SOON_MS)
      bus.publish({ kind: 'key_cooling', channel: channel.id, id: channel.keyId, until })
    },
    full(channel) {
      const found = find(channel)
      const now = Date.now()
      if (found) found.pool.rest(found.key, { fullUntil: now + FULL_MS }, now)
    },
    suspend(channel, until) {
      const found = find(channel)
      if (found) found.pool.rest(found.key, { fullUntil: until }, Date.now())
    },
    restModel(channel, model, until) {
      const found = find(channel)
      found?.pool.restModel(found.key, model, until)
    },
    stop(channel, reason, until) {
      const found = find(channel)
      if (found?.key.stored.status !== KEY_STATUS.enabled) return
      found.pool.setStatus(found.key, KEY_STATUS.stopped, Date.now())
      writer.stop({ channel: channel.id, id: channel.keyId, reason, until })
    },
    flush: writer.flush,
    async close() {
      index.close()
      await writer.close()
    },
  }
}

/** A key that is ready, else one that rests, else one that was stopped. */
function bestKey(pool: KeyPool | undefined): PoolKey | undefined {
  const order = [KEY_STATUS.enabled, KEY_STATUS.stopped, KEY_STATUS.disabled]
  const keys = pool?.keys() ?? []
  return (
    keys.find(({ isReady }) => isReady) ??
    order.map((status) => keys.find((key) => key.stored.status === status)).find(Boolean)
  )
}

/** Writes what calls do to keys: counts every few seconds, states soon, each in one go. */
function createWriter({ store, bus, warn }: Parts) {
  const uses = createKeyUses()
  let stops: StoppedKey[] = []
  const behind = openWriteBehind({
    everyMs: FLUSH_MS,
    write,
    isEmpty: () => stops.length === 0 && uses.size === 0,
    failure: 'the states of keys were not written',
    warn,
  })

  async function write(): Promise<void> {
    const [stopped, used] = [stops, uses.take()]
    stops = []
    let isStopped = false
    try {
      if (stopped.length > 0) await stopKeys(store, stopped, nowInSeconds())
      isStopped = true
      for (const [channel, keys] of Map.groupBy(stopped, ({ channel }) => channel))
        publishKeys(
          bus,
          channel,
          keys.map(({ id }) => id),
        )
      if (used.length > 0) await addKeyUse(store, used)
      store.noteWrites(stopped.length + used.length)
    } catch (error) {
      if (!isStopped) stops = [...stopped, ...stops]
      uses.restore(used)
      throw error
    }
  }

  return {
    ...behind,
    uses,
    stop(key: StoppedKey) {
      stops.push(key)
      void behind.flush()
    },
  }
}

/** A notification of PostgreSQL holds 8,000 bytes. */
const MAX_IDS = 300

/** Tells all nodes to read keys of a channel again: those with the ids or, where these are too many, all. */
export const publishKeys = (bus: Bus, channel: number, ids?: readonly number[]): void =>
  bus.publish({ kind: 'channel_keys', channel, ...(ids && ids.length <= MAX_IDS ? { ids } : {}) })
