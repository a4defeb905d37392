import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
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
  const [focused, setFocused] = useState(items.length - 1)
  const [selection, setSelection] = useState<Selection>()
  const [hovered, setHovered] = useState<number>()
  const dragging = useRef(false)
  const highest = Math.max(1, ...items.map(totalOf))
  const isChosen = (index: number) =>
    selection !== undefined &&
    index >= Math.min(selection.from, selection.to) &&
    index <= Math.max(selection.from, selection.to)

  const zoom = (chosen: Selection) => {
    setSelection(undefined)
    onZoom(spanOf(data, chosen))
  }
  const under = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return barAt((event.clientX - left) / width, items.length)
  }
  const start = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragging.current = true
    setSelection({ from: under(event), to: under(event) })
  }
  const move = (event: PointerEvent) => {
    setHovered(under(event))
    if (dragging.current && selection) setSelection({ ...selection, to: under(event) })
  }
  const end = (event: PointerEvent) => {
    if (dragging.current && selection) zoom({ ...selection, to: under(event) })
    dragging.current = false
  }
  const give = () => {
    dragging.current = false
    setSelection(undefined)
  }

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && selection) {
      event.preventDefault()
      give()
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      zoom(selection ?? { from: focused, to: focused })
    }
    const steps = { ArrowLeft: focused - 1, ArrowRight: focused + 1, Home: 0, End: items.length - 1 }
    if (!(event.key in steps)) return
    event.preventDefault()
    const next = Math.min(Math.max(steps[event.key as keyof typeof steps], 0), items.length - 1)
    setSelection(event.shiftKey ? { from: selection?.from ?? focused, to: next } : undefined)
    setFocused(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
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
        onKeyDown={press}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={give}
        onPointerLeave={() => setHovered(undefined)}
      >
        {items.map((bar, index) => (
          <li key={bar.start} className="flex min-w-0 flex-1">
            <button
              type="button"
              tabIndex={index === Math.min(focused, items.length - 1) ? 0 : -1}
              aria-label={nameOf(bar)}
              aria-pressed={isChosen(index)}
              // Pointer events handle pointer presses; this one serves keyboard and assistive technology.
              onClick={({ detail }) => detail === 0 && zoom({ from: index, to: index })}
              onFocus={() => {
                setFocused(index)
                setHovered(index)
              }}
              onBlur={() => setHovered(undefined)}
              className={cx(
                'flex min-w-0 flex-1 cursor-crosshair flex-col-reverse px-px focus-visible:-outline-offset-2',
                coverage(bar, step, since) === 'none' && UNKNOWN,
                isChosen(index) ? 'bg-primary-soft' : hovered === index && 'bg-hover',
              )}
            >
              {(['calls', 'others', 'failed'] as const).map(
                (kind) =>
                  bar[kind] > 0 && (
                    <span
                      key={kind}
                      className={cx('block w-full shrink-0', LOOK[kind])}
                      style={{ height: `max(3px, ${(bar[kind] / highest) * 92}%)` }}
                    />
                  ),
              )}
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
