import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogHistogram } from '#contract/api/logs.ts'
import { cx } from '#web/lib/cx.ts'
import { fullNumber } from '#web/lib/format.ts'
import { type Bar, barAt, coverage, type Selection, spanOf, spanText, totalOf } from './chart-scale.ts'

/** Failed calls are striped, so that they differ without colour. */
export const LOOK = {
  calls: 'bg-primary/75 forced-color-adjust-none',
  failed:
    'forced-color-adjust-none bg-page bg-[repeating-linear-gradient(135deg,var(--danger)_0_2px,transparent_2px_4px)] shadow-[inset_0_0_0_1px_var(--danger)]',
  others: 'bg-control forced-color-adjust-none',
}
const UNKNOWN = 'bg-[repeating-linear-gradient(45deg,var(--line)_0_1px,transparent_1px_5px)]'

interface HistogramBarsProps {
  data: LogHistogram
  onZoom: (span: { from: number; to: number }) => void
}

/**
 * The bars of the histogram. They are one tab stop; arrow keys move between them, and Shift selects a range.
 */
export function HistogramBars({ data, onZoom }: HistogramBarsProps) {
  const { t } = useTranslation('logs')
  const { items, step, since } = data
  const list = useRef<HTMLUListElement>(null)
  const { focused, selection, hovered, handlers, barHandlers } = useBarSelection({
    list,
    count: items.length,
    onChoose: (chosen) => onZoom(spanOf(data, chosen)),
  })
  const highest = Math.max(1, ...items.map(totalOf))
  const isChosen = (index: number) =>
    selection !== undefined &&
    index >= Math.min(selection.from, selection.to) &&
    index <= Math.max(selection.from, selection.to)
  const nameOf = (bar: Bar) => {
    const time = spanText(bar.start, bar.start + step - 1, step)
    const covered = coverage(bar, step, since)
    if (covered === 'none') return t('chart.unknown', { time })
    const counts = { calls: fullNumber(bar.calls), failed: fullNumber(bar.failed), others: fullNumber(bar.others) }
    return t(covered === 'part' ? 'chart.barPart' : 'chart.bar', { time, ...counts })
  }
  const told = hovered === undefined ? undefined : items[hovered]
  const selected = selection && selection.from !== selection.to ? spanOf(data, selection) : undefined

  return (
    <div className="relative min-h-0 flex-1">
      <ul
        ref={list}
        aria-label={t('chart.bars')}
        className="absolute inset-0 flex touch-pan-y select-none items-stretch border-line border-b"
        {...handlers}
      >
        {items.map((bar, index) => (
          <li key={bar.start} className="flex min-w-0 flex-1">
            <button
              type="button"
              tabIndex={index === Math.min(focused, items.length - 1) ? 0 : -1}
              aria-label={nameOf(bar)}
              aria-pressed={isChosen(index)}
              {...barHandlers(index)}
              className={cx(
                'flex min-w-0 flex-1 cursor-crosshair flex-col-reverse px-px focus-visible:-outline-offset-2',
                coverage(bar, step, since) === 'none' && UNKNOWN,
                isChosen(index) ? 'bg-primary-soft' : hovered === index && 'bg-hover',
              )}
            >
              <BarParts bar={bar} highest={highest} />
            </button>
          </li>
        ))}
      </ul>
      {(told || selected) && (
        <span
          aria-hidden
          className={cx(
            'pointer-events-none absolute -top-1 z-2 whitespace-nowrap rounded-control bg-overlay px-1.5 text-small tabular-nums shadow-float',
            (hovered ?? 0) < items.length / 2 ? 'right-0' : 'left-0',
          )}
        >
          {selected ? t('chart.zoom', { time: spanText(selected.from, selected.to, step) }) : told && nameOf(told)}
        </span>
      )}
    </div>
  )
}

function BarParts({ bar, highest }: { bar: Bar; highest: number }) {
  return (['calls', 'others', 'failed'] as const).map(
    (kind) =>
      bar[kind] > 0 && (
        <span
          key={kind}
          className={cx('block w-full shrink-0', LOOK[kind])}
          style={{ height: `max(3px, ${(bar[kind] / highest) * 92}%)` }}
        />
      ),
  )
}

interface BarSelectionOptions {
  /** The element that holds the bars, which are buttons. */
  list: RefObject<HTMLElement | null>
  count: number
  /** Called with the bars that were chosen. */
  onChoose: (chosen: Selection) => void
}

/** Selects bars by dragging, or by arrow keys with Shift. */
function useBarSelection({ list, count, onChoose }: BarSelectionOptions) {
  const [focused, setFocused] = useState(count - 1)
  const [selection, setSelection] = useState<Selection>()
  const [hovered, setHovered] = useState<number>()
  const dragging = useRef(false)
  const choose = (chosen: Selection) => {
    setSelection(undefined)
    onChoose(chosen)
  }
  const under = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return barAt((event.clientX - left) / width, count)
  }
  const cancel = () => {
    dragging.current = false
    setSelection(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && selection) {
      event.preventDefault()
      cancel()
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(selection ?? { from: focused, to: focused })
    }
    const steps = { ArrowLeft: focused - 1, ArrowRight: focused + 1, Home: 0, End: count - 1 }
    if (!(event.key in steps)) return
    event.preventDefault()
    const next = Math.min(Math.max(steps[event.key as keyof typeof steps], 0), count - 1)
    setSelection(event.shiftKey ? { from: selection?.from ?? focused, to: next } : undefined)
    setFocused(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  const handlers = {
    onKeyDown,
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      dragging.current = true
      setSelection({ from: under(event), to: under(event) })
    },
    onPointerMove(event: PointerEvent) {
      setHovered(under(event))
      if (dragging.current && selection) setSelection({ ...selection, to: under(event) })
    },
    onPointerUp(event: PointerEvent) {
      if (dragging.current && selection) choose({ ...selection, to: under(event) })
      dragging.current = false
    },
    onPointerCancel: cancel,
    onPointerLeave: () => setHovered(undefined),
  }
  /** Handlers of one bar. */
  const barHandlers = (index: number) => ({
    // Pointer events handle pointer presses; this one serves keyboard and assistive technology.
    onClick: ({ detail }: { detail: number }) => detail === 0 && choose({ from: index, to: index }),
    onFocus() {
      setFocused(index)
      setHovered(index)
    },
    onBlur: () => setHovered(undefined),
  })
  return { focused, selection, hovered, handlers, barHandlers }
}
