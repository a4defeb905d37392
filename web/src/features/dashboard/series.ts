import type { ModelUsage } from './usage.ts'

/** Hues of the models that used most, far enough apart for neighbours. */
const HUES = [255, 150, 50, 310, 195, 25, 95, 280]

/** One colour of the charts: a model, or all that have none of their own. */
export interface Series {
  /** undefined: the rest. */
  model: string | undefined
  /** undefined: grey. */
  hue: number | undefined
}

/** Colours for a ranking: the first eight models have their own, the others share one. */
export function seriesOf(ranking: readonly ModelUsage[]): Series[] {
  const own = ranking.slice(0, HUES.length).map(({ model }, index) => ({ model, hue: HUES[index] }))
  return ranking.length > own.length ? [...own, { model: undefined, hue: undefined }] : own
}
