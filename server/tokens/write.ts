import type { Parsed } from '#contract/api/endpoint.ts'
import type {
  createToken as createEndpoint,
  createTokens as createManyEndpoint,
  updateToken as updateEndpoint,
} from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { usableGroups } from '../accounts/groups.ts'
import { Failure } from '../errors/api-error.ts'
import { randomText } from '../http/request-id.ts'
import { setShownBalance } from '../money/balances.ts'
import type { UserFacts } from '../registry/callers.ts'
import type { Services } from '../services.ts'
import type { Queryable } from '../store/database.ts'
import type { TokenWithBalance } from './present.ts'
import { findToken } from './queries.ts'
import { checkTokenFields, checkTokenStatus, tidyTokenFields, wantedQuota } from './rules.ts'

const KEY_LENGTH = 48
const seconds = () => Math.floor(Date.now() / 1000)

/** Creates a token with a fresh key for its owner. */
export async function createToken(
  services: Services,
  owner: UserFacts,
  input: Parsed<typeof createEndpoint>['body'],
): Promise<TokenWithBalance> {
  const { name, ...fields } = input
  const [token] = await createTokens(services, owner, { ...fields, names: [name] })
  return token!
}

/** Creates tokens that differ in name and key alone, all or none, in the order of their names. */
export async function createTokens(
  { store, vault, options }: Services,
  owner: UserFacts,
  { names, ...input }: Parsed<typeof createManyEndpoint>['body'],
): Promise<TokenWithBalance[]> {
  const fields = tidyTokenFields(input)
  checkTokenFields(fields, usableGroups(options.values, owner.group))
  const now = seconds()
  const rows = names.map((name) => {
    const key = randomText(KEY_LENGTH)
    return {
      ...fields,
      name,
      unlimited_quota: Number(fields.unlimited_quota),
      model_limits_enabled: Number(fields.model_limits_enabled),
      user_id: owner.id,
      key: vault.encrypt(key),
      key_hash: vault.index(key),
      created_time: now,
      accessed_time: now,
    }
  })
  const created = await store.db.insertInto('tokens').values(rows).returningAll().execute()
  // Nothing of what is new can be leased yet.
  return created.map((row) => ({ ...row, shown_quota: row.remain_quota })).sort((a, b) => a.id - b.id)
}

type Change = Parsed<typeof updateEndpoint>['body']

/** Writes the given fields of an own token, or only its status; the quota moves by its difference to the one shown. */
export async function updateToken(
  { store, bus, options }: Services,
  owner: UserFacts,
  input: Change,
  statusOnly: boolean,
): Promise<TokenWithBalance> {
  const change = tidyTokenFields(input)
  const { id, status = 0 } = change
  const token = await store.db.transaction().execute(async (trx) => {
    const former = await requireToken(trx, owner.id, id)
    if (!statusOnly) {
      // A group that was taken from the owner does not stop other changes.
      const groups = { ...usableGroups(options.values, owner.group), [former.group]: '' }
      checkTokenFields(change, groups)
      const quota = wantedQuota(former.shown_quota, change.remain_quota)
      await writeOwn(trx, owner.id, id, columnsOf(change))
      if (quota !== undefined) await setShownBalance(trx, 'token', id, quota)
    }
    const current = await requireToken(trx, owner.id, id)
    // A full form sends back the status that it read, also one that nobody may ask for.
    const sentBack = status === former.status && (status !== TOKEN_STATUS.enabled || sendsBackState(change, former))
    if (!statusOnly && (status === 0 || sentBack)) return current
    checkTokenStatus(status, stateOf(current), seconds())
    await writeOwn(trx, owner.id, id, { status })
    return { ...current, status }
  })
  bus.publish({ kind: 'token', id })
  return token
}

/** Deletes an own token; calls with it fail as soon as this returns. */
export async function deleteToken({ store, bus }: Services, owner: UserFacts, id: number): Promise<void> {
  await requireToken(store.db, owner.id, id)
  await writeOwn(store.db, owner.id, id, { deleted_at: new Date().toISOString() })
  bus.publish({ kind: 'token', id })
}

async function requireToken(db: Queryable, userId: number, id: number): Promise<TokenWithBalance> {
  const token = await findToken(db, userId, id)
  if (!token) throw new Failure('record_not_found')
  return token
}

async function writeOwn(db: Queryable, userId: number, id: number, columns: Partial<TokenWithBalance>) {
  if (Object.keys(columns).length === 0) return
  await db.updateTable('tokens').set(columns).where('id', '=', id).where('user_id', '=', userId).execute()
}

/** The columns that a change writes, the quota excepted; absent fields stay as they are. */
function columnsOf({ id: _id, status: _status, remain_quota: _quota, ...fields }: Change): Partial<TokenWithBalance> {
  const columns = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value])
  return Object.fromEntries(columns)
}

/** Whether a change names all that a token's state follows from, and none of it is new. */
const sendsBackState = (change: Change, former: TokenWithBalance) =>
  change.expired_time === former.expired_time &&
  change.remain_quota === former.shown_quota &&
  Number(change.unlimited_quota) === former.unlimited_quota

/** What enabling a token depends on, by the balance that is shown. */
export const stateOf = (token: TokenWithBalance) => ({
  expired_time: token.expired_time,
  unlimited_quota: token.unlimited_quota !== 0,
  remain_quota: token.shown_quota,
})
