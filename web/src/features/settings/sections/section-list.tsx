import { Link, useLocation } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { useSectionChanges } from '../drafts/use-section-changes.ts'
import { keysOf, type Place, placesOn } from '../options/sections.ts'
import type { RootTab } from '../options/settings-search.ts'
import { OptionRow } from './option-row.tsx'
import { SectionExtra, SectionNote } from './section-extras.tsx'
import { SectionIndex } from './section-index.tsx'

/** One section of a tab, or all of them, with an index beside. */
export function SectionList({ tab, section }: { tab: RootTab; section: string | undefined }) {
  const { t } = useTranslation('settings')
  const all = placesOn(tab)
  const alone = all.filter((place) => place === `${tab}.${section}`)
  useScrollToHash()
  return (
    <div className="flex items-start gap-6 max-lg:flex-col max-lg:gap-3">
      <SectionIndex tab={tab} places={all} />
      {alone.length > 0 && (
        <Link to="/setting" search={{ tab }} className="flex items-center gap-1.5 text-primary text-small lg:hidden">
          <ArrowLeft size={14} aria-hidden />
          {t('section.all')}
        </Link>
      )}
      <div className={cx('grid w-full min-w-0 flex-1 gap-6 pb-6', alone.length === 0 && 'max-w-4xl')}>
        {(alone.length > 0 ? alone : all).map((place) => (
          <Section key={place} place={place} isAlone={alone.length > 0} />
        ))}
      </div>
    </div>
  )
}

/** Alone, a section has two columns where there is room, so that it fits on a screen. */
function Section({ place, isAlone }: { place: Place; isAlone: boolean }) {
  const { t } = useTranslation('options')
  const { t: ui } = useTranslation('settings')
  const { changed } = useSectionChanges(place)
  const id = `section-${place}`
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16">
      <header className="mb-1.5">
        <h2 id={`${id}-title`} tabIndex={-1} className="text-lead outline-none">
          {t(`section.${place}.title`)}
          {changed > 0 && (
            <span className="ms-2 font-normal text-primary text-small">{ui('bar.count', { count: changed })}</span>
          )}
        </h2>
        <p className="text-muted text-small">{t(`section.${place}.hint`)}</p>
      </header>
      <SectionNote place={place} />
      <div
        className={cx(
          'divide-y divide-line surface',
          isAlone && 'xl:columns-2 xl:gap-0 [column-rule:1px_solid_var(--line)]',
        )}
      >
        {keysOf(place).map((key) => (
          <OptionRow key={key} option={key} />
        ))}
        <SectionExtra place={place} />
      </div>
    </section>
  )
}

/** Scrolls to the section or option named in the URL's hash once it is rendered, and focuses it. */
function useScrollToHash() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const part = hash ? document.getElementById(hash) : null
    if (!part) return
    part.scrollIntoView({ block: 'start' })
    const entry = part.querySelector<HTMLElement>('h2, input, textarea, select') ?? part
    // Parts without a heading or input receive focus themselves.
    if (entry === part) part.tabIndex = -1
    entry.focus({ preventScroll: true })
  }, [hash])
}
