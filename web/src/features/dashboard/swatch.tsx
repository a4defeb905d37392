import type { CSSProperties } from 'react'
import type { Series, Tone } from './series.ts'

const CLASS: Record<Tone, string> = {
  usual: 'series',
  deep: 'series-deep',
  pale: 'series-pale',
  dull: 'series-dull',
}

/** Returns class and style that set a series' colour as `currentColor`. */
export function seriesColour({ hue, tone }: Pick<Series, 'hue' | 'tone'>) {
  return hue === undefined
    ? { className: 'text-faint' }
    : { className: CLASS[tone], style: { '--hue': hue } as CSSProperties }
}

/** Coloured square that links a name to its series in a chart. */
export function Swatch({ series }: { series: Series }) {
  const { className, style } = seriesColour(series)
  return <span aria-hidden className={`${className} size-2.5 shrink-0 rounded-control bg-current`} style={style} />
}
