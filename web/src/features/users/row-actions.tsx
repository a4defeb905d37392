import { useNavigate } from '@tanstack/react-router'
import Power from 'lucide-react/icons/power'
import UserPen from 'lucide-react/icons/user-pen'
import type { User } from '#contract/api/users.ts'
import { useUser } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { mayEdit, refusalOf } from './refusal.ts'
import { stateOfUser } from './standing.ts'
import type { UserActions } from './user-actions.ts'
import { UserMenu } from './user-menu.tsx'

interface RowActionsProps {
  user: User
  actions: UserActions
}

/** A user's buttons: ban or unban, edit, and a menu of further actions. Deleted users have none. */
export function UserRowActions({ user, actions }: RowActionsProps) {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const actor = useUser()
  if (stateOfUser(user) === 'deleted') return null
  const { id, username: name } = user
  return (
    <>
      <UserSwitch user={user} actions={actions} />
      <IconButton
        size="small"
        label={t('row.edit', { name })}
        icon={<UserPen size={15} aria-hidden />}
        disabledReason={!mayEdit(actor, user) && t('refusal.rank')}
        className={QUIET}
        onClick={() => void navigate({ to: '/user/edit/$id', params: { id }, search: true })}
      />
      <UserMenu user={user} actions={actions} />
    </>
  )
}

const QUIET = 'text-muted! hover:text-text!'

/** Bans an active user or unbans a banned one. */
export function UserSwitch({ user, actions }: RowActionsProps) {
  const { t } = useTranslation('users')
  const actor = useUser()
  const active = stateOfUser(user) === 'active'
  const action = active ? 'disable' : 'enable'
  const refusal = refusalOf(action, actor, user)
  return (
    <IconButton
      size="small"
      label={t(`row.${action}`, { name: user.username })}
      icon={<Power size={15} aria-hidden />}
      disabledReason={refusal && t(`refusal.${refusal}`)}
      className={QUIET}
      onClick={() => void actions.run(action, user)}
    />
  )
}
