import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { formatQuota, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Kind, Status } from '#web/ui/status.tsx'
import { Tag } from '#web/ui/tag.tsx'
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

/** The number of users invited, the reward for it, and the inviter. */
export function InviteTags({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const status = useStatus()
  const { aff_count, aff_history_quota, inviter_id } = user
  return (
    <span className="flex items-center gap-1 tabular-nums">
      <Tag tooltip={t('invite.count')}>{fullNumber(aff_count)}</Tag>
      {!user.money_hidden && <Tag tooltip={t('invite.earned')}>{formatQuota(aff_history_quota, status)}</Tag>}
      {inviter_id === 0 ? (
        <Tag tooltip={t('invite.inviter')}>{t('invite.nobody')}</Tag>
      ) : (
        <Link
          to="/user"
          search={{ keyword: String(inviter_id) }}
          aria-label={t('invite.showInviter', { id: inviter_id })}
          className="inline-flex min-h-6 items-center hover:underline"
        >
          <Tag tooltip={t('invite.inviter')}>{inviter_id}</Tag>
        </Link>
      )}
    </span>
  )
}
