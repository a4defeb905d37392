import type { Parsed } from '#contract/api/endpoint.ts'
import { newDisplayName, newUsername, type updateUser as updateEndpoint } from '#contract/api/users.ts'
import { isErrorCode } from '#contract/errors.ts'
import { storedLimits } from '#contract/limits.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { setShownBalance } from '../../money/accounting/balances.ts'
import { quotaText } from '../../money/receipts/quota-text.ts'
import { writeLog } from '../../money/receipts/write-log.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { isUniqueViolation } from '../../platform/store/unique-violation.ts'
import { hashPassword } from '../accounts/passwords.ts'
import type { UserWithBalance } from '../accounts/present.ts'
import { findUser, isUsernameTaken } from '../accounts/queries.ts'
import { endAccess } from '../sessions/sessions.ts'
import { lockUser } from './queries.ts'
import { requestedBalance, requireRank, requireUnchangedBalance } from './rules.ts'

type Change = Parsed<typeof updateEndpoint>['body']
type Fields = Partial<Pick<UserWithBalance, 'username' | 'display_name' | 'group' | 'user_ratio' | 'limits'>>

/**
 * Writes the given fields that differ, and nothing else. The balance changes by its difference to the displayed
 * one, so that calls in progress still count. A new password ends the access token and all sessions but the
 * author's own. Throws an ApiError.
 */
export async function updateUser(
  services: Platform,
  actor: UserFacts,
  by: Author & { sessionId: string | undefined },
  change: Change,
): Promise<UserWithBalance> {
  const { store, bus } = services
  const password = change.password ? await hashPassword(change.password, services.config.passwordCost) : undefined
  const user = await store.db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, store, change.id)
    if (!before || before.deleted_at) throw new ApiError('record_not_found')
    requireRank(actor, before, 'user_not_editable')
    requireRank(actor, { role: change.role ?? before.role }, 'role_not_grantable')
    const fields = changedFields(before, change, services)
    await writeColumns(trx, before.id, { ...fields, ...(password ? { password } : {}) })
    if (password) await endAccess(trx, before.id, { session: by.sessionId })
    const quota = requestedBalance(before.shown_quota, change, services.options.values)
    if (quota !== undefined) {
      const shown = { quota: before.shown_quota, used_quota: before.used_quota }
      requireUnchangedBalance(shown, change.seen, services.options.values)
      await writeBalance(trx, services, before, quota, change.reason)
    }
    await auditChange(trx, by, before, { ...fields, quota, password, reason: change.reason })
    return (await findUser(trx, before.id)) ?? before
  })
  bus.publish({ kind: 'user', id: user.id })
  return user
}

/**
 * Returns the fields that change. Existing names are not checked: some were set before today's limits or in other
 * ways.
 */
function changedFields(before: UserWithBalance, change: Change, { options }: Platform): Fields {
  const { username, display_name, group, user_ratio, limits } = change
  const fields: Fields = {}
  if (username && username !== before.username) fields.username = username
  if (display_name !== undefined && display_name !== before.display_name) fields.display_name = display_name
  if (group && group !== before.group) fields.group = group
  if (user_ratio !== undefined && user_ratio !== before.user_ratio) fields.user_ratio = user_ratio
  if (limits !== undefined && storedLimits(limits) !== before.limits) fields.limits = storedLimits(limits)
  if (fields.username !== undefined) requireRules('username', newUsername, fields.username)
  if (fields.display_name !== undefined) requireRules('display_name', newDisplayName, fields.display_name)
  if (fields.group && !Object.hasOwn(options.values.GroupRatio, fields.group)) {
    refuse('group', 'group_unknown', { group: fields.group })
  }
  return fields
}

async function writeColumns(trx: Queryable, id: number, columns: Partial<UserWithBalance>): Promise<void> {
  if (Object.keys(columns).length === 0) return
  if (columns.username && (await isUsernameTaken(trx, columns.username, id))) refuse('username', 'username_taken')
  try {
    await trx.updateTable('users').set(columns).where('id', '=', id).execute()
  } catch (error) {
    if (isUniqueViolation(error)) refuse('username', 'username_taken')
    throw error
  }
}

async function writeBalance(
  trx: Queryable,
  { options: { values } }: Platform,
  user: UserWithBalance,
  quota: number,
  reason: string | undefined,
): Promise<void> {
  await setShownBalance(trx, 'user', user.id, quota)
  const [from, to] = [quotaText(user.shown_quota, values), quotaText(quota, values)]
  const content = {
    zh: `管理员将用户额度从 ${from.zh}修改为 ${to.zh}${reason ? `，原因：${reason}` : ''}`,
    en: `An administrator changed the balance from ${from.en} to ${to.en}${reason ? `, reason: ${reason}` : ''}`,
  }
  await writeLog(trx, { type: LOG_TYPE.manage, user, content, quota: quota - user.shown_quota })
}

/** Writes who changed what, if anything changed; of a password only that it changed. */
async function auditChange(
  trx: Queryable,
  by: Author,
  before: UserWithBalance,
  {
    quota,
    password,
    reason,
    ...fields
  }: Fields & { quota?: number | undefined; password?: string | undefined; reason?: string | undefined },
): Promise<void> {
  const balance = quota === undefined ? {} : { quota }
  const after = { ...fields, ...balance, ...(password ? { password: 'changed' } : {}) }
  if (Object.keys(after).length === 0) return
  const former = Object.keys(fields).map((name) => [name, before[name as keyof Fields]])
  await writeAudit(trx, by, {
    action: 'user.update',
    target: { kind: 'user', id: before.id },
    before: { ...Object.fromEntries(former), ...(quota === undefined ? {} : { quota: before.shown_quota }) },
    after: { ...after, ...(reason ? { reason } : {}) },
  })
}

/** Checks that a name would be accepted at registration; throws the first broken rule. */
function requireRules(field: keyof Fields, rules: typeof newUsername, name: string): void {
  const result = rules.safeParse(name)
  if (result.success) return
  const code = result.error.issues[0]?.message ?? ''
  refuse(field, isErrorCode(code) ? code : 'invalid_parameters')
}

function refuse(field: string, code: ApiError['code'], parameters: Record<string, string> = {}): never {
  throw new ApiError(code, parameters, { [field]: code })
}
