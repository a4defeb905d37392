import { ADMIN_RULE, type GroupRule, isOidcProviderName, readGroupRules } from '#contract/login/oidc-providers.ts'
import type { OptionValues } from '#contract/options.ts'
import { ROLE } from '#contract/roles.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { findOidcClient } from '../../platform/options/oidc-providers.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserWithBalance } from '../accounts/present.ts'
import type { Provider, ProviderAccount } from './provider.ts'

interface Standing {
  group: string
  role: number
}

/**
 * Returns the group and role that rules give somebody who is in `groups` at the provider. The first rule that fits
 * decides the group; without one it stays. Where a rule names administrators, who is in none of its groups is an
 * ordinary user. Root stays root.
 */
export function standingOf(rules: readonly GroupRule[], groups: readonly string[], now: Standing): Standing {
  const fitting = rules.filter(({ from }) => groups.includes(from))
  const group = fitting.find(({ to }) => to !== ADMIN_RULE)?.to ?? now.group
  const decidesRole = rules.some(({ to }) => to === ADMIN_RULE) && now.role !== ROLE.root
  const isAdmin = fitting.some(({ to }) => to === ADMIN_RULE)
  return { group, role: decidesRole ? (isAdmin ? ROLE.admin : ROLE.user) : now.role }
}

/** The rules of a provider as they are saved; "" = none. */
function ruleTextOf(name: Provider['name'], values: Readonly<OptionValues>): string {
  if (name === 'oidc') return values.OIDCGroupRules
  return (isOidcProviderName(name) && findOidcClient(values, name)?.group_rules) || ''
}

/**
 * Gives a user who logs in the group and role that the provider's rules say, with an audit row. A group that does not
 * exist here is left out. Returns the user as it is then.
 */
export async function applyGroups(
  { store, bus, options, log }: Platform,
  provider: Provider,
  { groups = [] }: ProviderAccount,
  user: UserWithBalance,
  from: Pick<Author, 'ip' | 'requestId'>,
): Promise<UserWithBalance> {
  const { name } = provider
  const rules = readGroupRules(ruleTextOf(name, options.values)) ?? []
  const known = rules.filter(({ to }) => to === ADMIN_RULE || Object.hasOwn(options.values.GroupRatio, to))
  if (known.length < rules.length) log.warn({ provider: name }, 'a rule names a group that does not exist')
  const { group, role } = standingOf(known, groups, user)
  if (group === user.group && role === user.role) return user
  await store.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ group, role }).where('id', '=', user.id).execute()
    await writeAudit(
      trx,
      { userId: 0, username: name, ...from },
      {
        action: 'user.update',
        target: { kind: 'user', id: user.id },
        before: { group: user.group, role: user.role },
        after: { group, role },
      },
    )
  })
  bus.publish({ kind: 'user', id: user.id })
  return { ...user, group, role }
}
