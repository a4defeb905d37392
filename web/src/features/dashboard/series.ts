import type { UsageRow } from '#contract/api/statistics.ts'
import { nameHue } from '#web/lib/name-hue.ts'
import type { PartUsage } from './usage.ts'

/** Series with a colour of their own: more could not be told apart. */
const OWN = 8
const GOLDEN_ANGLE = 137.508

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

/** A model's colour follows from its name, that of anything else from its id: ids in a row are far apart. */
const hueOf = ({ by_id }: UsageRow, key: string) =>
  by_id === undefined ? nameHue(key) : Math.round(Number(by_id) * GOLDEN_ANGLE) % 360

/** Returns the series of a ranking: the first eight have their own colour, the rest shares one. */
export function seriesOf(ranking: readonly PartUsage[]): Series[] {
  const known = ranking.filter(({ row }) => row.by_id !== null)
  const own = known.slice(0, OWN).map(({ key, row }) => ({ key, row, hue: hueOf(row, key) }))
  return ranking.length > own.length ? [...own, REST] : own
}
