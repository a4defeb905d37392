import { useNavigate } from '@tanstack/react-router'
import Info from 'lucide-react/icons/info'
import Search from 'lucide-react/icons/search'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { openPalette } from '#web/features/shell/open-palette.tsx'
import { Menu, type MenuEntry } from '#web/ui/overlay/menu.tsx'
import type { NavEntry } from './nav.ts'
import { useNavCounts } from './nav-counts.ts'
import { NavIcon } from './nav-link.tsx'

interface MoreMenuProps {
  trigger: ReactElement
  /** The pages that have no place in the bar. */
  pages: readonly NavEntry[]
  /** Name of the page that is open. */
  current: string | undefined
}

/** The menu of the bottom bar: all pages without a place in it, what needs action there, and the search. */
export default function MoreMenu({ trigger, pages, current }: MoreMenuProps) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const counts = useNavCounts()
  const admin = pages.filter(({ access }) => access === 'admin' || access === 'root')
  const own = pages.filter((page) => !admin.includes(page))
  const entryOf = ({ name, to }: NavEntry): MenuEntry => ({
    label: t(`page.${name}`),
    icon: <NavIcon name={name} size={18} />,
    detail: counts[name]?.text,
    current: name === current,
    run: () => void navigate({ to }),
  })
  return (
    <Menu
      defaultOpen
      trigger={trigger}
      entries={[
        ...own.map(entryOf),
        {
          label: t('page.about'),
          icon: <Info size={18} aria-hidden />,
          current: current === 'about',
          run: () => void navigate({ to: '/about' }),
        },
        ...(admin.length > 0 ? [{ heading: t('nav.admin') }, ...admin.map(entryOf)] : []),
        'separator',
        { label: t('palette.open'), icon: <Search size={18} aria-hidden />, run: () => void openPalette() },
      ]}
    />
  )
}
