import type { SelectQueryBuilder } from 'kysely'
import type { Queryable } from '../../../platform/store/database.ts'
import type { Tables } from '../../../platform/store/tables.ts'
import { LEVELS, type LevelName, SET_KEYS, SET_SUMS } from './levels.ts'
import { readySets } from './queries.ts'
import { isWithin, joinNearest, type Span, withoutPeriods } from './spans.ts'

/** Sums of roll-ups under the name of their table. A row may stand for many roll-ups of its hour or day. */
export type RollupQuery<Row = object> = SelectQueryBuilder<
  { quota_data: Pick<Tables['quota_data'], (typeof SET_SUMS)[number] | (typeof SET_KEYS)[number] | 'created_at'> },
  'quota_data',
  Row
>

const COLUMNS = ['created_at', ...SET_KEYS, ...SET_SUMS] as const

/** Parts of a range that are read from the roll-ups themselves. */
const MAX_PARTS = 8

interface Cover {
  /** Ids of the sets that have their part of the range. */
  sets: number[]
  /** What no set has. */
  rest: Span[]
}

/**
 * Returns rows that add up to the roll-ups of a span, as few as there can be: ready sets of the levels, the coarsest
 * first, and roll-ups for what they leave. `filter` is applied to both; it may use the columns that the levels have.
 */
export async function rollupsFrom(
  db: Queryable,
  span: Span,
  levels: readonly LevelName[],
  filter: (query: RollupQuery) => RollupQuery = (query) => query,
): Promise<RollupQuery> {
  const { sets, rest } = await coverOf(db, span, levels)
  const parts = rest.map(({ from, until }) => {
    const within = db.selectFrom('quota_data').where('created_at', '>=', from).where('created_at', '<', until)
    return filter(within as never).select(COLUMNS)
  })
  if (sets.length > 0) {
    let ofSets = db.selectFrom('rollup_sums as quota_data').where('set_id', 'in', sets)
    // Said for the index, which has these before those that may be asked for.
    for (const key of SET_KEYS) {
      const isSummed = levels.every((level) => !LEVELS[level].keys.some((known) => known === key))
      if (isSummed) ofSets = ofSets.where(key, '=', key === 'model_name' ? '' : 0)
    }
    parts.push(filter(ofSets as never).select(COLUMNS))
  }
  const all = parts.reduce((union, part) => union.unionAll(part as never))
  return db.selectFrom(all.as('quota_data')) as never
}

/**
 * The sets of a span. Those that become stale now are still read: they say what was true when they were found, and
 * their rows stay for longer than a query may take.
 */
async function coverOf(db: Queryable, span: Span, levels: readonly LevelName[]): Promise<Cover> {
  const found: { id: number; start: number }[] = []
  let rest: Span[] = [span]
  for (const level of levels) {
    const { seconds } = LEVELS[level]
    const left: Span[] = []
    for (const part of joinNearest(rest, MAX_PARTS)) {
      const sets = (await readySets(db, level, part)).filter((set) => isWithin(rest, set.created_at))
      found.push(...sets.map(({ id, created_at }) => ({ id, start: created_at })))
      const starts = sets.map(({ created_at }) => created_at)
      for (const each of rest.filter(({ from }) => part.from <= from && from < part.until)) {
        left.push(
          ...withoutPeriods(
            each,
            starts.filter((start) => each.from <= start && start < each.until),
            seconds,
          ),
        )
      }
    }
    rest = left
  }
  rest = joinNearest(rest, MAX_PARTS)
  // An empty span has no roll-ups either.
  if (found.length === 0 && rest.length === 0) return { sets: [], rest: [span] }
  // What is read from the roll-ups anyway must not be counted twice.
  return { sets: found.filter(({ start }) => !isWithin(rest, start)).map(({ id }) => id), rest }
}
