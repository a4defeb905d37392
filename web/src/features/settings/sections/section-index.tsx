import { type RefObject, useEffect, useState } from 'react'
import { cx } from '#web/lib/cx.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { useSectionChanges } from '../drafts/use-section-changes.ts'
import type { Place } from '../options/sections.ts'

interface Props {
  places: readonly Place[]
  /** The container of the sections, each with the id `section-PLACE`. */
  box: RefObject<HTMLElement | null>
}

/** Links to each section and marks those with changes; narrow windows use the search instead. */
export function SectionIndex({ places, box }: Props) {
  const { t } = useTranslation('settings')
  const current = useCurrent(places, box)
  return (
    <nav aria-label={t('index')} className="sticky top-15 w-48 shrink-0 max-lg:hidden">
      <ol>
        {places.map((place) => (
          <Entry key={place} place={place} isCurrent={place === current} />
        ))}
      </ol>
    </nav>
  )
}

function Entry({ place, isCurrent }: { place: Place; isCurrent: boolean }) {
  const { t } = useTranslation('options')
  const { t: ui } = useTranslation('settings')
  const { changed, wrong } = useSectionChanges(place)
  const go = () => {
    const section = document.getElementById(`section-${place}`)
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? 'location' : undefined}
        onClick={go}
        className={cx(
          'flex min-h-8 w-full items-center gap-1.5 border-s-2 px-2.5 text-start text-small',
          isCurrent ? 'border-primary text-text' : 'border-line text-muted hover:text-text',
        )}
      >
        <span className="min-w-0 flex-1 truncate">{t(`section.${place}.title`)}</span>
        {changed > 0 && (
          <span
            role="img"
            aria-label={ui(wrong ? 'wrongIn' : 'changedIn')}
            className={cx('size-1.5 shrink-0 rounded-full', wrong ? 'bg-danger' : 'bg-primary')}
          />
        )}
      </button>
    </li>
  )
}

/** Returns the topmost visible section. */
function useCurrent(places: readonly Place[], box: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState(places[0])
  useEffect(() => {
    const inSight = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target)
          else inSight.delete(target)
        }
        const first = places.find((place) => [...inSight].some(({ id }) => id === `section-${place}`))
        if (first) setCurrent(first)
      },
      { rootMargin: '-64px 0px -40% 0px' },
    )
    for (const section of box.current?.children ?? []) observer.observe(section)
    return () => observer.disconnect()
  }, [places, box])
  return current
}
