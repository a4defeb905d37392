import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { sameValue } from '../drafts/drafts.ts'
import { useSettings } from '../drafts/settings-context.ts'
import { useSectionChanges } from '../drafts/use-section-changes.ts'
import { isSecret, keysOf, type Place, pageOf, placesOn, searchOf, specOf } from '../options/sections.ts'
import type { RootTab } from '../options/settings-search.ts'

/** The sections of a tab, each with its purpose and the options that differ from their defaults. */
export function SectionRows({ tab }: { tab: RootTab }) {
  const { t } = useTranslation('settings')
  return (
    <nav aria-label={t('index')} className="grid gap-3 pb-6">
      <PlaceRows places={placesOn(tab)} />
      <Link to="/setting" search={{ tab, section: 'all' }} className="justify-self-start text-primary text-small">
        {t('section.all')}
      </Link>
    </nav>
  )
}

/** Links to sections, one a row. */
export function PlaceRows({ places }: { places: readonly Place[] }) {
  return (
    <ul className="divide-y divide-line surface">
      {places.map((place) => (
        <li key={place}>
          <PlaceRow place={place} />
        </li>
      ))}
    </ul>
  )
}

const ROW = cx(
  'grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1.5 hover:bg-hover max-sm:px-3',
  'lg:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_minmax(0,1fr)_auto]',
)

function PlaceRow({ place }: { place: Place }) {
  const { t } = useTranslation('options')
  const { t: ui } = useTranslation('settings')
  const { changed, wrong } = useSectionChanges(place)
  const names = useOwnValues(place).map((key) => t(`option.${key}.label`))
  const own = names.length > 0 ? ui('section.own', { names: names.join(', ') }) : ''
  const page = pageOf(place)
  return (
    <Link {...(page ? { to: page } : { to: '/setting', search: searchOf(place) })} className={ROW}>
      <span className="min-w-0">
        {t(`section.${place}.title`)}
        {changed > 0 && (
          <span className={cx('ms-2 text-small', wrong ? 'text-danger' : 'text-primary')}>
            {ui(wrong ? 'wrongIn' : 'changedIn')}
          </span>
        )}
      </span>
      <span className="min-w-0 text-muted text-small max-lg:row-start-2">{t(`section.${place}.hint`)}</span>
      <span className="min-w-0 truncate text-muted text-small max-lg:hidden" title={own}>
        {own}
      </span>
      <ChevronRight
        size={16}
        aria-hidden
        className="text-muted max-lg:row-span-2 max-lg:row-start-1 max-lg:col-start-2"
      />
    </Link>
  )
}

/** The options of a section whose saved value is not the default; secrets are not known here. */
function useOwnValues(place: Place) {
  const { texts } = useSettings()
  return keysOf(place).filter((key) => {
    const text = texts.get(key)
    return text !== undefined && !isSecret(key) && !sameValue(key, text, specOf(key).default)
  })
}
