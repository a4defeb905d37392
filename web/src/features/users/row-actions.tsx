import { useNavigate } from '@tanstack/react-router'
import UserPen from 'lucide-react/icons/user-pen'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { useUser } from '#web/lib/session.ts'
import { RowButtons, switchIcon } from '#web/ui/table/row-buttons.tsx'
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
      <RowButtons
        of={[
          {
            label: t('row.edit', { name }),
            icon: UserPen,
            disabledReason: !mayEdit(actor, user) && t('refusal.rank'),
            run: () => navigate({ to: '/user/edit/$id', params: { id }, search: true }),
          },
        ]}
      />
      <UserMenu user={user} actions={actions} />
    </>
  )
}

/** Bans an active user or unbans a banned one. */
export function UserSwitch({ user, actions }: RowActionsProps) {
  const { t } = useTranslation('users')
  const actor = useUser()
  const active = stateOfUser(user) === 'active'
  const action = active ? 'disable' : 'enable'
  const refusal = refusalOf(action, actor, user)
  return (
    <RowButtons
      of={[
        {
          label: t(`row.${action}`, { name: user.username }),
          icon: switchIcon(active),
          disabledReason: refusal && t(`refusal.${refusal}`),
          run: () => actions.run(action, user),
        },
      ]}
    />
  )
}
