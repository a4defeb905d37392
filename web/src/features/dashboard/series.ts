import type { UsageRow } from '#contract/api/statistics.ts'
import { idHue, nameHue } from '#web/lib/name-hue.ts'
import type { PartUsage } from './usage.ts'

/** Series with a separate colour: more could not be told apart. */
const OWN = 8

/** Tones of a hue, in the order in which series of a chart that share the hue get them. */
const TONES = ['usual', 'deep', 'pale', 'dull'] as const
export type Tone = (typeof TONES)[number]

/** One colour of the charts: a model, token, channel or user, or the rest. */
export interface Series {
  /** undefined = the rest. */
  key: string | undefined
  /** A row with its name. */
  row: UsageRow | undefined
  /** undefined = grey. */
  hue: number | undefined
  tone: Tone
}

/** The series of all parts without a separate colour. */
export const REST: Series = { key: undefined, row: undefined, hue: undefined, tone: 'usual' }

/** A model's hue follows from its name, that of anything else from its id. */
const hueOf = ({ by_id }: UsageRow, key: string) => (by_id === undefined ? nameHue(key) : idHue(Number(by_id)))

/** Returns the series of a ranking: the first eight have their own colour, the rest shares one. */
export function seriesOf(ranking: readonly PartUsage[]): Series[] {
  const known = ranking.filter(({ row }) => row.by_id !== null)
  const own = known.slice(0, OWN).map(({ key, row }) => ({ key, row, hue: hueOf(row, key) }))
  const toned = own.map((series): Series => ({ ...series, tone: toneAmong(series, own) }))
  return ranking.length > own.length ? [...toned, REST] : toned
}

type Hued = Pick<Series, 'key' | 'hue'>

/** Series of one hue differ in tone, in the order of their names, which a change of the ranking leaves as it is. */
function toneAmong({ key = '', hue }: Hued, all: readonly Hued[]): Tone {
  const before = all.filter((other) => other.hue === hue && (other.key ?? '') < key).length
  return TONES[before % TONES.length] ?? 'usual'
}
