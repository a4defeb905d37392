import type { CSSProperties } from 'react'
import type { Series } from './series.ts'

/** Returns class and style that set a series' colour as `currentColor`. */
export function seriesColour({ hue }: Pick<Series, 'hue'>) {
  return hue === undefined
    ? { className: 'text-faint' }
    : { className: 'series', style: { '--hue': hue } as CSSProperties }
}

/** Coloured square that links a name to its series in a chart. */
export function Swatch({ series }: { series: Series }) {
  const { className, style } = seriesColour(series)
  return <span aria-hidden className={`${className} size-2.5 shrink-0 rounded-control bg-current`} style={style} />
}
