import { type KeyboardEvent, type RefObject, useState } from 'react'
import { partsOf } from './bar-parts.ts'
import type { Metric } from './dashboard-search.ts'
import { type Chosen, stepped } from './part-steps.ts'
import type { Series } from './series.ts'
import type { Bucket } from './usage.ts'

interface ChartFocusOptions {
  buckets: readonly Bucket[]
  series: readonly Series[]
  metric: Metric
  /** The element that holds the bars, which are links. */
  plot: RefObject<HTMLElement | null>
}

const VERTICAL = ['ArrowUp', 'ArrowDown']
const HANDLED = ['ArrowLeft', 'ArrowRight', 'Home', 'End', ...VERTICAL]

/** The bar that is shown, by pointer or keyboard, and the segment of it that is chosen by keyboard. */
export function useChartFocus({ buckets, series, metric, plot }: ChartFocusOptions) {
  const [shown, setShown] = useState<number>()
  const [chosen, setChosen] = useState<Chosen>()
  /** The pointer shows the bar below it and clears the keyboard choice. */
  const point = (index: number | undefined) => {
    setShown(index)
    setChosen(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!HANDLED.includes(event.key)) return
    event.preventDefault()
    const links = [...(plot.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(event.target as HTMLAnchorElement)
    if (at < 0) return
    if (VERTICAL.includes(event.key)) {
      const bar = buckets[at]
      const keys = bar ? partsOf(bar, series, metric).map(([{ key }]) => key) : []
      setShown(at)
      setChosen(stepped(keys, chosen, event.key === 'ArrowUp'))
      return
    }
    // The focused bar's label already describes it.
    if (chosen === 'bar') setChosen(undefined)
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buckets.length - 1 }[event.key] ?? at
    const index = Math.min(Math.max(next, 0), buckets.length - 1)
    setShown(index)
    links[index]?.focus()
  }
  return { shown, show: setShown, chosen, point, onKeyDown }
}
