import { Link, useMatches } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useTranslation } from 'react-i18next'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'
import { CountBadge } from './count-badge.tsx'
import { useNavEntries } from './nav.ts'
import { type NavCount, useNavCounts } from './nav-counts.ts'
import { NavIcon } from './nav-link.tsx'

const PLACES = 4
/** Long names take the space that short ones leave: all fit at 320 px. */
const CELL =
  'relative flex min-h-14 min-w-15 flex-auto flex-col items-center justify-center gap-0.5 border-t-2 border-transparent text-small text-muted aria-[current]:border-primary aria-[current]:text-text'

const loadMenu = () => import('./more-menu.tsx')

/** The navigation on phones: the first four pages and a menu of the others. It marks the page that is open. */
export function BottomBar() {
  const { t } = useTranslation('shell')
  const counts = useNavCounts()
  const pages = useNavEntries()
  const places = pages.filter(({ bar = true }) => bar).slice(0, PLACES)
  const current = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.page)?.staticData.page?.name,
  })
  const shown = places.map(({ name }) => name)
  const hidden = Object.entries(counts).flatMap(([name, count]) =>
    shown.some((place) => place === name) ? [] : [count],
  )
  // Problems come first; without problems, the open tasks are counted.
  const wrong = hidden.filter(({ calm }) => !calm)
  const others = wrong.length > 0 ? wrong : hidden
  return (
    <nav
      aria-label={t('nav.main')}
      className="sticky bottom-0 z-30 flex border-t border-line bg-page pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {places.map(({ name, to }) => (
        <Link key={name} to={to} activeOptions={{ exact: to === '/' }} className={CELL}>
          <NavIcon name={name} size={20} />
          <span className="max-w-full truncate px-0.5 tracking-tight">{t(`page.${name}`)}</span>
          {counts[name] && <Corner {...counts[name]} />}
        </Link>
      ))}
      <LazyPanel
        load={loadMenu}
        props={{ pages: pages.filter((page) => !places.includes(page)), current }}
        trigger={
          <button
            type="button"
            aria-haspopup="menu"
            aria-current={shown.every((name) => name !== current) || undefined}
            className={CELL}
          >
            <Ellipsis size={20} aria-hidden />
            {t('nav.more')}
            {others.length > 0 && (
              <Corner
                count={others.reduce((sum, { count }) => sum + count, 0)}
                calm={wrong.length === 0}
                text={others.map(({ text }) => text).join(', ')}
              />
            )}
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
