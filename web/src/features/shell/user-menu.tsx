import { useNavigate } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { openChangePassword } from '#web/features/session/open-change-password.tsx'
import { openShortcuts } from '#web/features/shell/open-palette.tsx'
import { useLogout } from '#web/lib/session.ts'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

const THEMES = ['system', 'light', 'dark'] as const

/** The account menu: preferences, password, logout. */
export default function UserMenu({ trigger, user }: { trigger: ReactElement; user: User }) {
  const { t } = useTranslation('shell')
  const theme = useStored('theme-mode')
  const logout = useLogout()
  const navigate = useNavigate()
  return (
    <Menu
      defaultOpen
      trigger={trigger}
      entries={[
        { heading: user.display_name || user.username },
        ...THEMES.map((mode) => ({
          label: t(`theme.${mode}`),
          checked: theme === mode,
          run: () => setStored('theme-mode', mode),
        })),
        'separator',
        { label: t('shortcuts.title'), keys: '?', icon: <Keyboard size={16} aria-hidden />, run: openShortcuts },
        {
          label: t('user.settings'),
          icon: <Settings size={16} aria-hidden />,
          run: () => void navigate({ to: '/setting' }),
        },
        { label: t('password.change'), icon: <KeyRound size={16} aria-hidden />, run: openChangePassword },
        {
          label: t('user.logout'),
          icon: <LogOut size={16} aria-hidden />,
          run: async () => {
            await logout()
            toast.success(t('user.loggedOut'))
          },
        },
      ]}
    />
  )
}
