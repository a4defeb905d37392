import type { UsageRow } from '#contract/api/statistics.ts'
import type { PartUsage } from './usage.ts'

/** Hues of the top series, spaced for contrast between neighbours. */
const HUES = [255, 150, 50, 310, 195, 25, 95, 280]

/** One colour of the charts: a model, token, channel or user, or the rest. */
export interface Series {
  /** undefined = the rest. */
  key: string | undefined
  /** A row with its name. */
  row: UsageRow | undefined
  /** undefined = grey. */
  hue: number | undefined
}

/** The series of all parts without a colour of their own. */
export const REST: Series = { key: undefined, row: undefined, hue: undefined }

/** Returns the series of a ranking: the first eight have their own colour, the rest shares one. */
export function seriesOf(ranking: readonly PartUsage[]): Series[] {
  const known = ranking.filter(({ row }) => row.by_id !== null)
  const own = known.slice(0, HUES.length).map(({ key, row }, index) => ({ key, row, hue: HUES[index] }))
  return ranking.length > own.length ? [...own, REST] : own
}
