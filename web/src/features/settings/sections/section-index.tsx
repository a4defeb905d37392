import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { useSectionChanges } from '../drafts/use-section-changes.ts'
import type { Place } from '../options/sections.ts'
import type { RootTab } from '../options/settings-search.ts'

const ENTRY =
  'flex min-h-6 w-full items-center gap-1.5 border-line border-s-2 px-2.5 text-muted text-small hover:text-text aria-[current=page]:border-primary aria-[current=page]:text-text'
/** The link marks itself as current by its search alone. */
const EXACT = { exact: true, includeSearch: true, explicitUndefined: true }

/** Links to each section of a tab, marking those with changes, and to all of them; narrow windows use the search instead. */
export function SectionIndex({ tab, places }: { tab: RootTab; places: readonly Place[] }) {
  const { t } = useTranslation('settings')
  return (
    <nav aria-label={t('index')} className="sticky top-15 w-48 shrink-0 max-lg:hidden">
      <ol>
        <li>
          <Link to="/setting" search={{ tab, section: undefined }} activeOptions={EXACT} className={ENTRY}>
            {t('section.all')}
          </Link>
        </li>
        {places.map((place) => (
          <Entry key={place} tab={tab} place={place} />
        ))}
      </ol>
    </nav>
  )
}

function Entry({ tab, place }: { tab: RootTab; place: Place }) {
  const { t } = useTranslation('options')
  const { t: ui } = useTranslation('settings')
  const { changed, wrong } = useSectionChanges(place)
  return (
    <li>
      <Link
        to="/setting"
        search={{ tab, section: place.slice(tab.length + 1) }}
        activeOptions={EXACT}
        className={ENTRY}
      >
        <span className="min-w-0 flex-1 truncate">{t(`section.${place}.title`)}</span>
        {changed > 0 && (
          <span
            role="img"
            aria-label={ui(wrong ? 'wrongIn' : 'changedIn')}
            className={cx('size-1.5 shrink-0 rounded-full', wrong ? 'bg-danger' : 'bg-primary')}
          />
        )}
      </Link>
    </li>
  )
}
