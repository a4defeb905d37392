import { LRUCache } from 'lru-cache'
import { commaList } from '#contract/comma-list.ts'
import { within } from '../async/with-timeout.ts'
import { Failure } from '../errors/api-error.ts'
import { dearestUnpaid, type Unpaid, unpaidUnits } from '../money/unpaid.ts'
import { type IpList, parseIpList } from '../net/ip-list.ts'
import type { Bus } from '../store/bus.ts'
import type { Database } from '../store/database.ts'
import type { Vault } from '../store/vault.ts'

/** What the data plane knows of a token. */
export interface TokenFacts {
  id: number
  userId: number
  name: string
  status: number
  /** Unix seconds, −1 = never. */
  expiredTime: number
  unlimited: boolean
  /** undefined = all models. */
  models: ReadonlySet<string> | undefined
  /** undefined = any address. */
  ips: IpList | undefined
  /** "" = the user's group. */
  group: string
}

/** What the data plane and the console's guard know of a user. */
export interface UserFacts {
  id: number
  username: string
  role: number
  status: number
  group: string
  /** What it has not paid within a day, as far as the database knows. */
  unpaid: Unpaid
}

/** Tokens and users in bounded caches that are emptied on change: a warm caller needs no database. */
export interface Callers {
  /** The token with a 48-character key; undefined = there is none. Answers at once when it is cached. */
  tokenByKey(key: string): TokenFacts | undefined | Promise<TokenFacts | undefined>
  /** A living user; undefined = unknown or deleted. Answers at once when cached. */
  userById(id: number): UserFacts | undefined | Promise<UserFacts | undefined>
}

const MAX_CACHED = 50_000
/** A node that missed a message is right again after this time. */
const TTL_MS = 60_000
/** How long the database may take before what was known counts on. */
const ANSWER_MS = 1000
/** What counts on while the database is away is asked for again after this time. */
const AWAY_MS = 5000
const RETRY_AFTER_SECONDS = 2
const bounds = (ttlMs: number) => ({
  // A bound of `max` entries would take the memory for all of them at once.
  maxSize: MAX_CACHED,
  sizeCalculation: () => 1,
  ttl: ttlMs,
  // Otherwise the cache would ask for the time, and start a timer, for every millisecond.
  ttlResolution: Math.min(1000, ttlMs),
  // For the time that the database is away.
  noDeleteOnStaleGet: true,
})

/**
 * Opens the caches. A change that arrives during a load makes that load's result be used once, but not kept. While the
 * database is away, callers that were known stay known, and others get database_unreachable.
 */
export function openCallers(parts: { db: Database; vault: Vault; bus: Bus; ttlMs?: number }): Callers {
  const { db, vault, bus, ttlMs = TTL_MS } = parts
  const tokens = new LRUCache<string, Known<TokenFacts>>(bounds(ttlMs))
  const keysById = new Map<number, string>()
  const users = new LRUCache<number, Known<UserFacts>>(bounds(ttlMs))
  let changes = 0

  bus.subscribe((change) => {
    if (change.kind === 'user') users.delete(change.id)
    else if (change.kind === 'token') {
      const key = keysById.get(change.id)
      keysById.delete(change.id)
      if (key) tokens.delete(key)
    } else return
    changes += 1
  })

  async function loadToken(key: string) {
    const before = changes
    const { facts, read } = await readOr(tokens, key, () => readToken(db, vault.index(key)))
    if (!facts) tokens.delete(key)
    // Unknown keys are not kept: a token made a moment later must work, and guesses must not fill the cache.
    if (facts && read && before === changes) {
      tokens.set(key, { facts })
      keysById.set(facts.id, key)
      if (keysById.size > 2 * MAX_CACHED) keysById.clear()
    }
    return facts
  }

  async function loadUser(id: number) {
    const before = changes
    const { facts, read } = await readOr(users, id, () => readUser(db, id))
    if (read && before === changes) users.set(id, { facts })
    return facts
  }

  return {
    tokenByKey: (key) => tokens.get(key)?.facts ?? loadToken(key),
    userById(id) {
      const hit = users.get(id)
      return hit ? hit.facts : loadUser(id)
    },
  }
}

interface Known<Facts> {
  facts: Facts | undefined
}

/** What the database says, or while it is away what the cache had (`read` false), unless a change has dropped that. */
async function readOr<Key extends string | number, Facts>(
  cache: LRUCache<Key, Known<Facts>>,
  key: Key,
  read: () => Promise<Facts | undefined>,
): Promise<Known<Facts> & { read: boolean }> {
  const known = cache.get(key, { allowStale: true })
  try {
    return { facts: await (known ? within(ANSWER_MS, read()) : read()), read: true }
  } catch (cause) {
    if (!known || cache.get(key, { allowStale: true }) !== known) {
      throw Object.assign(new Failure('database_unreachable', {}, undefined, RETRY_AFTER_SECONDS), { cause })
    }
    cache.set(key, known, { ttl: AWAY_MS })
    return { ...known, read: false }
  }
}

async function readToken(db: Database, hash: string): Promise<TokenFacts | undefined> {
  const row = await db
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    status: row.status,
    expiredTime: row.expired_time,
    unlimited: row.unlimited_quota !== 0,
    models: row.model_limits_enabled ? new Set(commaList(row.model_limits)) : undefined,
    ips: parseIpList(row.allow_ips),
    group: row.group,
  }
}

async function readUser(db: Database, id: number): Promise<UserFacts | undefined> {
  const now = Date.now()
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'role', 'status', 'group'])
    .select([unpaidUnits(now).as('units'), dearestUnpaid(now).as('dearest')])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { units, dearest, ...facts } = row
  return { ...facts, unpaid: { units, dearest } }
}
