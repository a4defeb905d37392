import { Link } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useTranslation } from 'react-i18next'
import { useIsAdmin } from '#web/lib/session.ts'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'
import { CountBadge } from './count-badge.tsx'
import { addCounts, EXACT, useSections } from './nav.ts'
import type { NavCount } from './nav-counts.ts'
import { BAR } from './sections.ts'

/** Long names take the space that short ones leave: all fit at 320 px. */
const CELL =
  'relative flex min-h-14 min-w-15 flex-auto flex-col items-center justify-center gap-0.5 border-t-2 border-transparent text-small text-muted aria-[current]:border-primary aria-[current]:text-text'

const loadMenu = () => import('./more-menu.tsx')

/** The menu on phones: four sections and a menu of the others. It marks the section that is open. */
export function BottomBar() {
  const { t } = useTranslation('shell')
  const bar = BAR[useIsAdmin() ? 'admin' : 'member']
  const { own, admin } = useSections()
  const all = [...own, ...admin]
  const places = bar.flatMap((name) => all.find((section) => section.name === name) ?? [])
  const isHidden = (section: (typeof all)[number]) => !places.includes(section)
  const others = addCounts(all.filter(isHidden).flatMap(({ count }) => count ?? []))
  return (
    <nav
      aria-label={t('nav.main')}
      className="sticky bottom-0 z-30 flex border-t border-line bg-page pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {places.map(({ name, icon: Icon, target, isOpen, count }) => (
        <Link
          key={name}
          to={target.to}
          search={target.search}
          {...EXACT}
          aria-current={isOpen ? 'page' : undefined}
          className={CELL}
        >
          <Icon size={20} aria-hidden className="shrink-0" />
          <span className="max-w-full truncate px-0.5 tracking-tight">{t(`section.${name}`)}</span>
          {count && <Corner {...count} />}
        </Link>
      ))}
      <LazyPanel
        load={loadMenu}
        props={{ own: own.filter(isHidden), admin: admin.filter(isHidden) }}
        trigger={
          <button
            type="button"
            aria-haspopup="menu"
            aria-current={places.every(({ isOpen }) => !isOpen) || undefined}
            className={CELL}
          >
            <Ellipsis size={20} aria-hidden />
            {t('nav.more')}
            {others && <Corner {...others} />}
          </button>
        }
      />
    </nav>
  )
}

/** A count beside the centred icon; a long one overlaps the icon but stays inside the cell. */
const Corner = (count: NavCount) => (
  <span className="absolute start-1/2 end-0 top-1 flex justify-end">
    <span className="w-2" />
    <span className="flex shrink-0">
      <CountBadge {...count} />
    </span>
    <span className="grow" />
  </span>
)
