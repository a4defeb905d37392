import { DEFAULT_GROUP } from '#contract/groups.ts'
import { ADMIN_RULE, type GroupRule, isOidcProviderName, readGroupRules } from '#contract/login/oidc-providers.ts'
import type { OptionValues } from '#contract/options.ts'
import { ROLE } from '#contract/roles.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { findOidcClient } from '../../platform/options/oidc-providers.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { UserWithBalance } from '../accounts/present.ts'
import { lockUser } from '../users/queries.ts'
import type { Provider, ProviderAccount } from './provider.ts'

interface Standing {
  group: string
  role: number
}

/** The group that a rule of a provider gave, and the one before it; "" = none. */
interface Given {
  given_group: string
  group_before: string
}
const NOTHING: Given = { given_group: '', group_before: '' }

/**
 * Returns the group and role that rules give somebody who is in `groups` at the provider. The first rule that fits
 * decides the group; without one, a group that a rule gave ends, and any other stays. Where a rule names administrators, who
 * is in none of its groups is an ordinary user. Root stays root.
 */
export function standingOf(
  rules: readonly GroupRule[],
  groups: readonly string[],
  now: Standing,
  given = NOTHING,
): Standing {
  const fitting = rules.filter(({ from }) => groups.includes(from))
  const group = groupFor(fitting) ?? (isGiven(now, given) ? given.group_before : now.group)
  const decidesRole = rules.some(({ to }) => to === ADMIN_RULE) && now.role !== ROLE.root
  const isAdmin = fitting.some(({ to }) => to === ADMIN_RULE)
  return { group, role: decidesRole ? (isAdmin ? ROLE.admin : ROLE.user) : now.role }
}

const groupFor = (fitting: readonly GroupRule[]) => fitting.find(({ to }) => to !== ADMIN_RULE)?.to

/** Whether the group is the one that a rule gave: an administrator may have chosen another since. */
const isGiven = ({ group }: Pick<Standing, 'group'>, { given_group }: Given) =>
  given_group !== '' && group === given_group

/** What has been given once a login has changed the group, or has found that no rule fits. */
function givenBy(rules: readonly GroupRule[], groups: readonly string[], now: Standing, given: Given): Given {
  const to = groupFor(rules.filter(({ from }) => groups.includes(from)))
  if (to === undefined) return NOTHING
  if (to === now.group) return given
  return { given_group: to, group_before: isGiven(now, given) ? given.group_before : now.group }
}

/** The rules of a provider as they are saved; "" = none. */
function ruleTextOf(name: Provider['name'], values: Readonly<OptionValues>): string {
  if (name === 'oidc') return values.OIDCGroupRules
  return (isOidcProviderName(name) && findOidcClient(values, name)?.group_rules) || ''
}

/**
 * Gives a user who logs in the group and role that the provider's rules say, with an audit row. A group that does not
 * exist here is left out; without rules nothing changes. Returns the user as it is then.
 */
export async function applyGroups(
  { store, bus, options, log }: Platform,
  { name }: Pick<Provider, 'name'>,
  { groups = [] }: ProviderAccount,
  user: UserWithBalance,
  from: Pick<Author, 'ip' | 'requestId'>,
): Promise<UserWithBalance> {
  const exists = (group: string) => Object.hasOwn(options.values.GroupRatio, group)
  const rules = readGroupRules(ruleTextOf(name, options.values)) ?? []
  if (rules.length === 0) return user
  const known = rules.filter(({ to }) => to === ADMIN_RULE || exists(to))
  if (known.length < rules.length) log.warn({ provider: name }, 'a rule names a group that does not exist')
  const standing = await store.db.transaction().execute(async (trx) => {
    // Two logins at once take turns.
    const now = (await lockUser(trx, store, user.id)) ?? user
    const identity = trx.selectFrom('user_identities').where('provider', '=', name).where('user_id', '=', user.id)
    const given = (await identity.select(['given_group', 'group_before']).executeTakeFirst()) ?? NOTHING
    const next = standingOf(known, groups, now, given)
    const { role } = next
    const group = exists(next.group) || next.group === now.group ? next.group : DEFAULT_GROUP
    await storeGiven(trx, name, user.id, given, givenBy(known, groups, now, given))
    if (group === now.group && role === now.role) return { group, role }
    await trx.updateTable('users').set({ group, role }).where('id', '=', user.id).execute()
    await writeAudit(
      trx,
      { userId: 0, username: name, ...from },
      {
        action: 'user.update',
        target: { kind: 'user', id: user.id },
        before: { group: now.group, role: now.role },
        after: { group, role },
      },
    )
    return { group, role }
  })
  if (standing.group !== user.group || standing.role !== user.role) bus.publish({ kind: 'user', id: user.id })
  return { ...user, ...standing }
}

/** Stores what a provider has given now. What ends must not come back when the group of another provider ends. */
async function storeGiven(trx: Queryable, name: string, userId: number, before: Given, now: Given): Promise<void> {
  const ofUser = trx.updateTable('user_identities').where('user_id', '=', userId)
  await ofUser.set(now).where('provider', '=', name).execute()
  if (before.given_group === '' || before.given_group === now.given_group) return
  await ofUser.set({ group_before: before.group_before }).where('group_before', '=', before.given_group).execute()
}
