import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { CountBadge } from './count-badge.tsx'
import { EXACT, type NavSection } from './nav.ts'

const ENTRY = cx(
  'relative flex min-h-8 items-center gap-2.5 rounded-control px-2.5 text-muted hover:bg-hover hover:text-text coarse:min-h-11',
  'aria-[current=page]:bg-hover aria-[current=page]:font-strong aria-[current=page]:text-text aria-[current=page]:before:block',
  'before:absolute before:inset-y-1.5 before:hidden before:left-0 before:w-0.75 before:rounded-full before:bg-primary',
)

interface NavLinkProps {
  section: NavSection
  /** false = only the icon fits. */
  open: boolean
}

/** A section's entry in the sidebar. */
export function NavLink({ section: { name, icon: Icon, target, isOpen, count }, open }: NavLinkProps) {
  const { t } = useTranslation('shell')
  const label = t(`section.${name}`)
  return (
    <Link
      to={target.to}
      search={target.search}
      {...EXACT}
      aria-current={isOpen ? 'page' : undefined}
      {...tip(count ? `${label}: ${count.text}` : open ? undefined : label)}
      className={cx(ENTRY, !open && 'justify-center px-0')}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className={open ? 'truncate' : 'sr-only'}>{label}</span>
      {count && <CountBadge {...count} corner={!open} />}
    </Link>
  )
}
