import type { Parsed } from '#contract/api/endpoint.ts'
import type {
  createToken as createEndpoint,
  createTokens as createManyEndpoint,
  updateToken as updateEndpoint,
} from '#contract/api/tokens.ts'
import { storedKinds } from '#contract/endpoint-kinds.ts'
import { storedLimits } from '#contract/limits.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { storedTags } from '#contract/tags.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../calls/calls.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { setShownBalance } from '../../money/accounting/balances.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomText } from '../../platform/http/request-id.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { usableGroups } from '../accounts/groups.ts'
import { KEY_LENGTH } from './key-length.ts'
import type { TokenWithBalance } from './present.ts'
import { findToken } from './queries.ts'
import { checkTokenFields, checkTokenLimits, checkTokenStatus, requestedQuota, tidyTokenFields } from './rules.ts'

/** Creates a token with a fresh key for its owner. */
export async function createToken(
  services: Platform & Calls,
  owner: UserFacts,
  input: Parsed<typeof createEndpoint>['body'],
): Promise<TokenWithBalance> {
  const { name, ...fields } = input
  const [token] = await createTokens(services, owner, { ...fields, names: [name] })
  return token!
}

/** Creates tokens that differ only in name and key, all or none, in the order of their names. */
export async function createTokens(
  services: Platform & Calls,
  owner: UserFacts,
  { names, ...input }: Parsed<typeof createManyEndpoint>['body'],
): Promise<TokenWithBalance[]> {
  const fields = tidyTokenFields(input)
  const { store, vault, options } = services
  checkTokenFields(fields, usableGroups(options.values, owner.group))
  checkTokenLimits(fields.limits, owner, services)
  const now = nowInSeconds()
  const rows = names.map((name) => {
    const key = randomText(KEY_LENGTH)
    return {
      ...fields,
      name,
      unlimited_quota: Number(fields.unlimited_quota),
      model_limits_enabled: Number(fields.model_limits_enabled ?? false),
      limits: storedLimits(fields.limits),
      endpoints: storedKinds(fields.endpoints),
      tags: storedTags(fields.tags),
      ...knownExpiry(fields.expired_time, now),
      user_id: owner.id,
      key: vault.encrypt(key),
      key_hash: vault.hash(key),
      created_time: now,
      accessed_time: now,
    }
  })
  const created = await store.db.insertInto('tokens').values(rows).returningAll().execute()
  // A new token cannot be leased yet.
  return created
    .map((row) => ({ ...row, shown_quota: row.remain_quota, former_key_until: 0 }))
    .sort((a, b) => a.id - b.id)
}

type Change = Parsed<typeof updateEndpoint>['body']

/**
 * Writes the given fields of an own token, or only its status; the quota changes by its difference to the displayed
 * one.
 */
export async function updateToken(
  services: Platform & Calls,
  owner: UserFacts,
  input: Change,
  statusOnly: boolean,
): Promise<TokenWithBalance> {
  const { store, bus, options } = services
  const change = tidyTokenFields(input)
  const { id, status = 0 } = change
  const token = await store.db.transaction().execute(async (trx) => {
    const former = await requireToken(trx, owner.id, id)
    if (!statusOnly) {
      // A group that the owner may no longer use does not block other changes.
      const groups = { ...usableGroups(options.values, owner.group), [former.group]: '' }
      checkTokenFields(change, groups)
      if (change.limits !== undefined && storedLimits(change.limits) !== former.limits)
        checkTokenLimits(change.limits, owner, services)
      const quota = requestedQuota(former.shown_quota, change.remain_quota)
      const { expired_time = former.expired_time } = change
      const told = expired_time === former.expired_time ? {} : knownExpiry(expired_time, nowInSeconds())
      await writeOwn(trx, owner.id, id, { ...columnsOf(change), ...told })
      if (quota !== undefined) await setShownBalance(trx, 'token', id, quota)
    }
    const current = await requireToken(trx, owner.id, id)
    // A full form sends back the status that it read, including one that cannot be set.
    const sentBack = status === former.status && (status !== TOKEN_STATUS.enabled || sendsBackState(change, former))
    if (!statusOnly && (status === 0 || sentBack)) return current
    checkTokenStatus(status, stateOf(current), nowInSeconds())
    await writeOwn(trx, owner.id, id, { status })
    return { ...current, status }
  })
  bus.publish({ kind: 'token', id })
  return token
}

/** Deletes an own token; calls with it fail as soon as this resolves. */
export async function deleteToken({ store, bus }: Platform, owner: UserFacts, id: number): Promise<void> {
  await requireToken(store.db, owner.id, id)
  await writeOwn(store.db, owner.id, id, { deleted_at: new Date().toISOString() })
  bus.publish({ kind: 'token', id })
}

async function requireToken(db: Queryable, userId: number, id: number): Promise<TokenWithBalance> {
  const token = await findToken(db, userId, id)
  if (!token) throw new ApiError('record_not_found')
  return token
}

async function writeOwn(db: Queryable, userId: number, id: number, columns: Partial<TokenWithBalance>) {
  if (Object.keys(columns).length === 0) return
  await db.updateTable('tokens').set(columns).where('id', '=', id).where('user_id', '=', userId).execute()
}

/** Whoever sets an expiry knows of it: steps of the reminder that have begun by then are not mailed. */
const knownExpiry = (expired_time: number, now: number) => ({
  expiry_told_of: expired_time,
  expiry_told_left: Math.max(0, expired_time - now),
})

/** The columns that a change writes, except the quota; absent fields stay unchanged. */
function columnsOf({
  id: _id,
  status: _status,
  remain_quota: _quota,
  limits,
  endpoints,
  tags,
  ...rest
}: Change): Partial<TokenWithBalance> {
  const fields = {
    ...rest,
    limits: limits === undefined ? undefined : storedLimits(limits),
    endpoints: endpoints === undefined ? undefined : storedKinds(endpoints),
    tags: tags === undefined ? undefined : storedTags(tags),
  }
  const columns = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value])
  return Object.fromEntries(columns)
}

/** Whether a change contains all fields that a token's state depends on, all unchanged. */
const sendsBackState = (change: Change, former: TokenWithBalance) =>
  change.expired_time === former.expired_time &&
  change.remain_quota === former.shown_quota &&
  Number(change.unlimited_quota) === former.unlimited_quota

/** The state that enabling a token depends on, by the displayed balance. */
export const stateOf = (token: TokenWithBalance) => ({
  expired_time: token.expired_time,
  unlimited_quota: token.unlimited_quota !== 0,
  remain_quota: token.shown_quota,
})
