import { LRUCache } from 'lru-cache'
import type { Language } from '#contract/errors.ts'
import { type Limits, parseStoredLimits } from '#contract/limits.ts'
import { maxUnpaidPrice, type Unpaid, unpaidUnits } from '../../money/accounting/unpaid.ts'
import { within } from '../../platform/async/with-timeout.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { type IpList, parseIpList } from '../../platform/net/ip-list.ts'
import type { Bus } from '../../platform/store/bus.ts'
import type { Database } from '../../platform/store/database.ts'
import type { TokenRow } from '../../platform/store/tables.ts'
import type { Vault } from '../../platform/store/vault.ts'
import type { FoundLimits } from '../limits/applied-limits.ts'
import { type ModelList, parseEndpointKinds, parseModelList } from './token-access.ts'

/** The token fields that the data plane uses. */
export interface TokenFacts {
  id: number
  userId: number
  name: string
  status: number
  /** Unix seconds, −1 = never. */
  expiredTime: number
  unlimited: boolean
  /** undefined = all models. */
  models: ModelList | undefined
  /** Kinds of endpoints; undefined = all. */
  endpoints: ReadonlySet<string> | undefined
  /** undefined = any address. */
  ips: IpList | undefined
  /** "" = the user's group. */
  group: string
  /** undefined = its calls are not limited. */
  limits: Limits | undefined
  /** All limits of its calls, once they were found. */
  found?: FoundLimits
  /** When the key ends that it was found by, in milliseconds; undefined = it is the token's present one. */
  keyEndsAt?: number
}

/** The user fields that the data plane and the console's guard use. */
export interface UserFacts {
  id: number
  username: string
  role: number
  status: number
  group: string
  /** What the user pays is multiplied by it, after the group's ratio. */
  userRatio: number
  /** Chosen in the console or, until then, of the browser; '' = unknown. */
  language: Language | ''
  /** The user has a second factor. */
  secondFactor: boolean
  /** What the user has not paid within a day, as stored in the database. */
  unpaid: Unpaid
  /** undefined = the user's calls are not limited. */
  limits: Limits | undefined
}

/** Tokens and users in bounded caches that are invalidated on change: a cached caller needs no database. */
export interface Callers {
  /** The token with a 48-character key; undefined = there is none. Returns synchronously when it is cached. */
  tokenByKey(key: string): TokenFacts | undefined | Promise<TokenFacts | undefined>
  /** A user who is not deleted; undefined = unknown or deleted. Returns synchronously when cached. */
  userById(id: number): UserFacts | undefined | Promise<UserFacts | undefined>
}

/** About 1 KB each, so that a hundred thousand tokens in use do not read the database for each call. */
const MAX_CACHED = 200_000
/** A node that missed a message has current data again after this time. */
const TTL_MS = 60_000
/** How long the database may take before the cached entry is used instead. */
const READ_TIMEOUT_MS = 1000
/** Entries kept while the database is unreachable are read again after this time. */
const UNREACHABLE_TTL_MS = 5000
const RETRY_AFTER_SECONDS = 2
const cacheOptions = (ttlMs: number, max: number) => ({
  // A bound by `max` entries would allocate the memory for all of them at once.
  maxSize: max,
  sizeCalculation: () => 1,
  ttl: ttlMs,
  // Otherwise the cache would read the time, and start a timer, for every millisecond.
  ttlResolution: Math.min(1000, ttlMs),
  // Stale entries are needed while the database is unreachable.
  noDeleteOnStaleGet: true,
})

/**
 * Opens the caches. A change that arrives during a load makes that load's result be used once, but not cached.
 * While the database is unreachable, cached callers stay valid, and others get database_unreachable.
 */
export function openCallers(parts: {
  db: Database
  vault: Vault
  bus: Bus
  ttlMs?: number
  /** How many tokens, and how many users, are kept. */
  max?: number
}): Callers {
  const { db, vault, bus, ttlMs = TTL_MS, max = MAX_CACHED } = parts
  /** The keys in the cache. A token that was rotated lately has several. */
  const keysById = new Map<number, readonly string[]>()
  const tokens = new LRUCache<string, CacheEntry<TokenFacts>>({
    ...cacheOptions(ttlMs, max),
    dispose({ facts }, key, reason) {
      if (!facts || reason === 'set') return
      const left = keysById.get(facts.id)?.filter((known) => known !== key) ?? []
      if (left.length > 0) keysById.set(facts.id, left)
      else keysById.delete(facts.id)
    },
  })
  const users = new LRUCache<number, CacheEntry<UserFacts>>(cacheOptions(ttlMs, max))
  let changes = 0

  bus.subscribe(['user', 'token', 'callers'], (change) => {
    if (change.kind === 'user') users.delete(change.id)
    else if (change.kind === 'token') for (const key of keysById.get(change.id) ?? []) tokens.delete(key)
    else for (const cache of [tokens, users]) cache.clear()
    changes += 1
  })

  async function loadToken(key: string) {
    const before = changes
    const { facts, read } = await readOrCached(tokens, key, () => readToken(db, vault.hash(key)))
    if (!facts || hasEnded(facts)) {
      tokens.delete(key)
      return undefined
    }
    // Unknown keys are not cached: a token created a moment later must work, and guesses must not fill the cache.
    if (read && before === changes) {
      tokens.set(key, { facts })
      const known = keysById.get(facts.id) ?? []
      if (!known.includes(key)) keysById.set(facts.id, [...known, key])
    }
    return facts
  }

  async function loadUser(id: number) {
    const before = changes
    const { facts, read } = await readOrCached(users, id, () => readUser(db, id))
    if (read && before === changes) users.set(id, { facts })
    return facts
  }

  return {
    tokenByKey(key) {
      const facts = tokens.get(key)?.facts
      return facts && !hasEnded(facts) ? facts : loadToken(key)
    },
    userById(id) {
      const hit = users.get(id)
      return hit ? hit.facts : loadUser(id)
    },
  }
}

interface CacheEntry<Facts> {
  facts: Facts | undefined
}

/**
 * Returns what the database has, or while it is unreachable the cached entry (`read` false), unless a change has
 * dropped that.
 */
async function readOrCached<Key extends string | number, Facts>(
  cache: LRUCache<Key, CacheEntry<Facts>>,
  key: Key,
  read: () => Promise<Facts | undefined>,
): Promise<CacheEntry<Facts> & { read: boolean }> {
  const known = cache.get(key, { allowStale: true })
  try {
    return { facts: await (known ? within(READ_TIMEOUT_MS, read()) : read()), read: true }
  } catch (cause) {
    if (!known || cache.get(key, { allowStale: true }) !== known) {
      throw Object.assign(new ApiError('database_unreachable', {}, undefined, RETRY_AFTER_SECONDS), { cause })
    }
    cache.set(key, known, { ttl: UNREACHABLE_TTL_MS })
    return { ...known, read: false }
  }
}

/** Whether the key that a token was found by is a former one whose time is over. */
const hasEnded = ({ keyEndsAt }: TokenFacts) => keyEndsAt !== undefined && keyEndsAt <= Date.now()

/** Finds a token by its key, or by one from before a rotation. */
async function readToken(db: Database, hash: string): Promise<TokenFacts | undefined> {
  const tokens = db.selectFrom('tokens').selectAll('tokens').where('deleted_at', 'is', null)
  const row = await tokens.where('tokens.key_hash', '=', hash).executeTakeFirst()
  if (row) return factsOf(row)
  const former = await tokens
    .innerJoin('former_token_keys', 'former_token_keys.token_id', 'tokens.id')
    .select('former_token_keys.expires_at')
    .where('former_token_keys.key_hash', '=', hash)
    .executeTakeFirst()
  return former && { ...factsOf(former), keyEndsAt: former.expires_at * 1000 }
}

/** Finds a token by its id, as calls with its present key would; undefined = there is none. */
export async function readTokenById(db: Database, id: number): Promise<TokenFacts | undefined> {
  const tokens = db.selectFrom('tokens').selectAll().where('deleted_at', 'is', null)
  const row = await tokens.where('id', '=', id).executeTakeFirst()
  return row && factsOf(row)
}

function factsOf(row: TokenRow): TokenFacts {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    status: row.status,
    expiredTime: row.expired_time,
    unlimited: row.unlimited_quota !== 0,
    models: row.model_limits_enabled ? parseModelList(row.model_limits) : undefined,
    endpoints: parseEndpointKinds(row.endpoints),
    ips: parseIpList(row.allow_ips),
    group: row.group,
    limits: parseStoredLimits(row.limits),
  }
}

async function readUser(db: Database, id: number): Promise<UserFacts | undefined> {
  const now = Date.now()
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'role', 'status', 'group', 'limits', 'language', 'user_ratio as userRatio'])
    .select((users) =>
      users
        .exists(
          users
            .selectFrom('authenticators')
            .select('user_id')
            .whereRef('user_id', '=', 'users.id')
            .where('confirmed_at', '>', 0),
        )
        .as('factor'),
    )
    .select((users) =>
      users.exists(users.selectFrom('passkeys').select('user_id').whereRef('user_id', '=', 'users.id')).as('passkey'),
    )
    .select([unpaidUnits(now).as('units'), maxUnpaidPrice(now).as('dearest')])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { units, dearest, factor, passkey, limits, ...facts } = row
  return {
    ...facts,
    secondFactor: Boolean(factor) || Boolean(passkey),
    unpaid: { units, dearest },
    limits: parseStoredLimits(limits),
  }
}
