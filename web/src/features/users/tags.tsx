import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { DASH } from '#web/lib/format.ts'
import { Money } from '#web/ui/money.tsx'
import { ObjectLink } from '#web/ui/object-link.tsx'
import { Kind, Status } from '#web/ui/status.tsx'
import { nameOfRole, ROLE_COLOURS, STATE_COLOURS, stateOfUser } from './standing.ts'

/** A user's role. */
export function RoleTag({ role }: Pick<User, 'role'>) {
  const { t } = useTranslation('users')
  const name = nameOfRole(role)
  if (name === 'user') return <span className="text-muted text-small">{t(`role.${name}`)}</span>
  return <Kind colour={ROLE_COLOURS[name]}>{t(`role.${name}`)}</Kind>
}

/** Shows whether the user is active, banned or deleted. */
export function StateTag({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const state = stateOfUser(user)
  return <Status colour={STATE_COLOURS[state]}>{t(`state.${state}`)}</Status>
}

/** Invited users, the reward for them, and the inviter. */
export function InviteText({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { aff_count: count, aff_history_quota: earned, inviter_id: inviter, money_hidden } = user
  if (count === 0 && inviter === 0) return DASH
  return (
    <span className="flex flex-wrap gap-x-1.5 tabular-nums">
      {count > 0 && <span>{t('head.invited', { count })}</span>}
      {earned > 0 && !money_hidden && <Money quota={earned} />}
      {inviter > 0 && (
        <ObjectLink kind="user" id={inviter}>
          {t('invite.by', { id: inviter })}
        </ObjectLink>
      )}
    </span>
  )
}
