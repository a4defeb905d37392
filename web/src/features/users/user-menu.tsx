import { useNavigate } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import History from 'lucide-react/icons/rotate-ccw-clock'
import ScrollText from 'lucide-react/icons/scroll-text'
import ShieldOff from 'lucide-react/icons/shield-off'
import Trash2 from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import type { User, UserAction } from '#contract/api/users.ts'
import { allows, useUser } from '#web/lib/session.ts'
import type { MenuEntry } from '#web/ui/overlay/menu.tsx'
import { RowMenu } from '#web/ui/table/row-buttons.tsx'
import { mayEdit, refusalOf } from './refusal.ts'
import type { UserActions } from './user-actions.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

interface UserMenuProps {
  user: User
  actions: UserActions
}

/** Less frequent actions on a user, and links to related records. */
export function UserMenu({ user, actions }: UserMenuProps) {
  const { t } = useTranslation('users')
  const actor = useUser()
  const navigate = useNavigate()
  const { id, username } = user
  const act = (action: UserAction) => {
    const refusal = refusalOf(action, actor, user)
    const run = () => void actions.run(action, user)
    return { label: t(`act.${action}.label`), disabledReason: refusal && t(`refusal.${refusal}`), run }
  }
  const entries = (): MenuEntry[] => [
    { ...act('promote'), icon: <ArrowUp {...ICON} /> },
    { ...act('demote'), icon: <ArrowDown {...ICON} /> },
    {
      label: t('factor.label'),
      icon: <ShieldOff {...ICON} />,
      disabledReason: !mayEdit(actor, user) && t('refusal.rank'),
      run: () => void actions.resetSecondFactor(user),
    },
    'separator',
    {
      label: t('row.logs'),
      icon: <ScrollText {...ICON} />,
      run: () => void navigate({ to: '/log', search: { username, range: '30d' } }),
    },
    ...(allows('root', actor)
      ? [
          {
            label: t('row.audits'),
            icon: <History {...ICON} />,
            run: () => void navigate({ to: '/audit', search: { target_kind: 'user', target_id: String(id) } }),
          },
        ]
      : []),
    'separator',
    { ...act('delete'), icon: <Trash2 {...ICON} />, danger: true },
  ]
  return <RowMenu label={t('row.more', { name: username })} entries={entries} />
}
