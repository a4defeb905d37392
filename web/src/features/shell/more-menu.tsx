import { useLocation, useNavigate } from '@tanstack/react-router'
import BookOpenText from 'lucide-react/icons/book-open-text'
import House from 'lucide-react/icons/house'
import Info from 'lucide-react/icons/info'
import Search from 'lucide-react/icons/search'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { openPalette } from '#web/features/shell/open-palette.tsx'
import { Menu, type MenuEntry } from '#web/ui/overlay/menu.tsx'
import type { NavSection } from './nav.ts'

interface MoreMenuProps {
  trigger: ReactElement
  /** The sections that have no place in the bar. */
  own: readonly NavSection[]
  admin: readonly NavSection[]
}

/** The pages of the top bar, which phones have no room for. */
const TOP_PAGES = [
  { name: 'home', to: '/', icon: House },
  { name: 'docs', to: '/docs', icon: BookOpenText },
  { name: 'about', to: '/about', icon: Info },
] as const

/** The menu of the bottom bar: all sections without a place in it, what needs action there, and the search. */
export default function MoreMenu({ trigger, own, admin }: MoreMenuProps) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const entryOf = ({ name, icon: Icon, target, isOpen, count }: NavSection): MenuEntry => ({
    label: t(`section.${name}`),
    icon: <Icon size={18} aria-hidden />,
    detail: count?.text,
    current: isOpen,
    run: () => void navigate({ to: target.to, search: target.search }),
  })
  return (
    <Menu
      defaultOpen
      trigger={trigger}
      entries={[
        ...own.map(entryOf),
        ...(admin.length > 0 ? [{ heading: t('nav.admin') }, ...admin.map(entryOf)] : []),
        'separator',
        ...TOP_PAGES.map(({ name, to, icon: Icon }) => ({
          label: t(`page.${name}`),
          icon: <Icon size={18} aria-hidden />,
          current: here === to,
          run: () => void navigate({ to }),
        })),
        { label: t('palette.open'), icon: <Search size={18} aria-hidden />, run: () => void openPalette() },
      ]}
    />
  )
}
