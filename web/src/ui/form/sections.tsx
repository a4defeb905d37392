import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'

/** A section of a long form. */
export interface Section {
  title: string
  /** Initially collapsed, with this text beside its title; an error inside expands it. */
  folded?: string
  /** A field inside has an error. */
  wrong?: boolean
  content: ReactNode
}

/**
 * A long form in sections with a sticky index beside them (above them on phones). It must be the child of the
 * scrolling element, like the fields of a `<Form>`.
 */
export function Sections({ sections }: { sections: readonly Section[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [current, goTo] = useCurrent(box)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const wrong = sections.findIndex((section, index) => section.wrong && !unfolded.has(index))
  // Stays expanded after the error is fixed: the section must not collapse while the user types.
  if (wrong >= 0) setUnfolded(new Set([...unfolded, wrong]))

  const go = (index: number) => {
    // Expanded first, so that there is an element to scroll to.
    flushSync(() => setUnfolded(new Set([...unfolded, index])))
    goTo(index)
    box.current?.querySelectorAll<HTMLElement>('[data-section-head]')[index]?.focus({ preventScroll: true })
  }
  return (
    <div ref={box} className="flex items-start gap-5 max-sm:block">
      <Index sections={sections} current={current} onGo={go} />
      <div className="grid min-w-0 flex-1 gap-6">
        {sections.map((section, index) => (
          <Part
            key={section.title}
            {...section}
            open={section.folded === undefined || unfolded.has(index)}
            onToggle={() => setUnfolded(unfolded.symmetricDifference(new Set([index])))}
          />
        ))}
      </div>
    </div>
  )
}

interface IndexProps {
  sections: readonly Section[]
  current: number
  onGo: (index: number) => void
}

function Index({ sections, current, onGo }: IndexProps) {
  const { t } = useTranslation('form')
  return (
    <nav
      aria-label={t('sections.index')}
      className="sticky top-0 z-1 shrink-0 bg-overlay max-sm:-top-3 max-sm:-mx-4 max-sm:mb-3 max-sm:overflow-x-auto max-sm:border-line max-sm:border-b max-sm:px-2 sm:w-28"
    >
      <ol className="flex sm:flex-col">
        {sections.map(({ title, wrong }, index) => (
          <li key={title}>
            <button
              type="button"
              aria-current={index === current ? 'location' : undefined}
              onClick={() => onGo(index)}
              className={cx(
                'flex min-h-8 w-full items-center gap-1.5 whitespace-nowrap px-2 text-start text-small max-sm:min-h-control max-sm:border-b-2 sm:border-s-2',
                index === current ? 'border-primary text-text' : 'border-transparent text-muted hover:text-text',
              )}
            >
              {title}
              {wrong && (
                <span
                  role="img"
                  aria-label={t('sections.wrong')}
                  className="size-1.5 shrink-0 rounded-full bg-danger"
                />
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Part({ title, folded, content, open, onToggle }: Section & { open: boolean; onToggle: () => void }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="scroll-mt-10 sm:scroll-mt-0">
      <h3 className="mb-3">
        {folded === undefined ? (
          <span id={id} data-section-head tabIndex={-1} className="outline-none">
            {title}
          </span>
        ) : (
          <button
            type="button"
            data-section-head
            aria-expanded={open}
            onClick={onToggle}
            className="flex min-h-8 w-full items-center gap-2 text-start"
          >
            <span id={id}>{title}</span>
            <span className="font-normal text-small text-muted">{folded}</span>
            <ChevronDown
              aria-hidden
              className={cx('ms-auto size-4 text-muted transition-transform', open && 'rotate-180')}
            />
          </button>
        )}
      </h3>
      <div hidden={!open} className={cx(open && 'grid gap-4')}>
        {content}
      </div>
    </section>
  )
}

/** A section counts as passed when it ends within this distance of the top, in pixels. */
const PASSED = 96
/** The scrolling to a section has ended after this time. */
const SETTLED_MS = 100

/** The topmost visible section, or the selected one even where the form's end keeps it from reaching the top. */
function useCurrent(box: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState(0)
  const wentAt = useRef(0)
  const parts = () => [...(box.current?.querySelectorAll('section') ?? [])]
  const onScroll = useEffectEvent((scroller: HTMLElement) => {
    if (performance.now() - wentAt.current < SETTLED_MS) return
    const line = scroller.getBoundingClientRect().top + PASSED
    setCurrent(
      Math.max(
        0,
        parts().findIndex((part) => part.getBoundingClientRect().bottom > line),
      ),
    )
  })
  useEffect(() => {
    const scroller = box.current?.parentElement
    const listener = () => scroller && onScroll(scroller)
    scroller?.addEventListener('scroll', listener, { passive: true })
    return () => scroller?.removeEventListener('scroll', listener)
  }, [box])
  const goTo = (index: number) => {
    wentAt.current = performance.now()
    setCurrent(index)
    parts()[index]?.scrollIntoView({ block: 'start' })
  }
  return [current, goTo] as const
}
