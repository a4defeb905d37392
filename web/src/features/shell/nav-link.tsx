import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { CountBadge } from './count-badge.tsx'
import type { NavEntry } from './nav.ts'
import type { NavCount } from './nav-counts.ts'
import { NAV_ICONS } from './nav-icons.ts'

/** The style of a sidebar entry. */
export const ENTRY = cx(
  'relative flex min-h-8 items-center gap-2.5 rounded-control px-2.5 text-muted hover:bg-hover hover:text-text coarse:min-h-11',
  'aria-[current=page]:bg-hover aria-[current=page]:font-strong aria-[current=page]:text-text aria-[current=page]:before:block',
  'before:absolute before:inset-y-1.5 before:hidden before:left-0 before:w-0.75 before:rounded-full before:bg-primary',
)

interface NavLinkProps extends Pick<LinkProps, 'to' | 'params'> {
  name: NavEntry['name']
  /** false = only the icon fits. */
  open: boolean
  count?: NavCount | undefined
}

/** A page's entry in the sidebar. */
export function NavLink({ name, to, params, open, count }: NavLinkProps) {
  const { t } = useTranslation('shell')
  const page = t(`page.${name}`)
  return (
    <Link
      to={to}
      params={params}
      activeOptions={{ exact: to === '/' }}
      {...tip(count ? `${page}: ${count.text}` : open ? undefined : page)}
      className={cx(ENTRY, !open && 'justify-center px-0')}
    >
      <EntryContent name={name} open={open} />
      {count && <CountBadge {...count} corner={!open} />}
    </Link>
  )
}

/** The icon of a page and, where it fits, its name. */
export function EntryContent({ name, open }: Pick<NavLinkProps, 'name' | 'open'>) {
  const { t } = useTranslation('shell')
  return (
    <>
      <NavIcon name={name} size={16} />
      <span className={open ? 'truncate' : 'sr-only'}>{t(`page.${name}`)}</span>
    </>
  )
}

/** The icon of a page. */
export function NavIcon({ name, size }: { name: NavEntry['name']; size: number }) {
  const Icon = NAV_ICONS[name]
  return Icon && <Icon size={size} aria-hidden className="shrink-0" />
}
