import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { useSectionChanges } from '../drafts/use-section-changes.ts'
import { keysOf, type Place, pageOf } from '../options/sections.ts'
import { OptionRow } from './option-row.tsx'
import { SectionExtra, SectionNote } from './section-extras.tsx'
import { PlaceRows } from './section-rows.tsx'

/** The options of one section, named by the page's title, or of several sections below each other. */
export default function SectionList({ places, isAlone }: { places: readonly Place[]; isAlone: boolean }) {
  useScrollToHash()
  return (
    <div className={cx('grid w-full min-w-0 gap-6 pb-3', !isAlone && 'max-w-4xl')}>
      {places.map((place) =>
        pageOf(place) ? (
          <PlaceRows key={place} places={[place]} />
        ) : (
          <Section key={place} place={place} isAlone={isAlone} />
        ),
      )}
    </div>
  )
}

/** Alone, a section has two columns where there is room, so that it fits on a screen. */
function Section({ place, isAlone }: { place: Place; isAlone: boolean }) {
  const { t } = useTranslation('options')
  // Columns are shortest with this one's buttons first.
  const isExtraFirst = place === 'operation.ratio'
  return (
    <section id={`section-${place}`} aria-label={t(`section.${place}.title`)} className="scroll-mt-16">
      {!isAlone && <SectionHead place={place} />}
      <SectionNote place={place} />
      <div
        className={cx(
          'divide-y divide-line surface *:break-inside-avoid',
          isAlone && 'xl:columns-2 xl:gap-0 [column-rule:1px_solid_var(--line)]',
        )}
      >
        {isExtraFirst && <SectionExtra place={place} />}
        {keysOf(place).map((key) => (
          <OptionRow key={key} option={key} />
        ))}
        {!isExtraFirst && <SectionExtra place={place} />}
      </div>
    </section>
  )
}

function SectionHead({ place }: { place: Place }) {
  const { t } = useTranslation('options')
  const { t: ui } = useTranslation('settings')
  const { changed } = useSectionChanges(place)
  return (
    <header className="mb-1.5">
      <h2 tabIndex={-1} className="text-lead outline-none">
        {t(`section.${place}.title`)}
        {changed > 0 && (
          <span className="ms-2 font-normal text-primary text-small">{ui('bar.count', { count: changed })}</span>
        )}
      </h2>
      <p className="text-muted text-small">{t(`section.${place}.hint`)}</p>
    </header>
  )
}

/** Scrolls to the section or option named in the URL's hash once it is rendered, and focuses it. */
function useScrollToHash() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const part = hash ? document.getElementById(hash) : null
    if (!part) return
    part.scrollIntoView({ block: 'start' })
    const entry = part.querySelector<HTMLElement>('[aria-invalid=true], h2, input, textarea, select') ?? part
    // Parts without a heading or input receive focus themselves.
    if (entry === part) part.tabIndex = -1
    entry.focus({ preventScroll: true })
  }, [hash])
}
