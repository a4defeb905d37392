import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { openPalette } from '#web/features/palette/open.tsx'
import { useNavEntries } from './nav.ts'
import { NavIcon } from './nav-link.tsx'

const PLACES = 4
const CELL =
  'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 border-t-2 border-transparent text-small text-muted'

/** The pages on a phone: the first four and a way to all of them. */
export function BottomBar() {
  const { t } = useTranslation('shell')
  return (
    <nav
      aria-label={t('nav.main')}
      className="sticky bottom-0 z-30 flex border-t border-line bg-page pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {useNavEntries()
        .filter(({ bar = true }) => bar)
        .slice(0, PLACES)
        .map(({ name, to }) => (
          <Link
            key={name}
            to={to}
            activeOptions={{ exact: to === '/' }}
            className={`${CELL} aria-[current=page]:border-primary aria-[current=page]:text-text`}
          >
            <NavIcon name={name} size={20} />
            <span className="max-w-full truncate px-0.5 tracking-tight">{t(`page.${name}`)}</span>
          </Link>
        ))}
      <button type="button" className={CELL} onClick={() => openPalette()}>
        <Ellipsis size={20} aria-hidden />
        {t('nav.more')}
      </button>
    </nav>
  )
}
