import { SCRIPTS } from '#contract/text-scripts.ts'
import { createBulkInserter } from '../../platform/store/bulk.ts'
import type { Queryable, Store } from '../../platform/store/database.ts'
import { FORGET_PIECES, type Learned, type LearnedSums, NOTHING_LEARNED } from './learned-ratios.ts'

/** Adds to a column; where a script has enough pieces, both sums are halved. */
const added = (name: string) =>
  `${name} = case when learned_ratios.pieces + excluded.pieces > ${FORGET_PIECES} ` +
  `then (learned_ratios.${name} + excluded.${name}) / 2 else learned_ratios.${name} + excluded.${name} end`

const addRows = createBulkInserter(
  'learned_ratios',
  ['family', 'script', 'pieces', 'tokens', 'calls'],
  `on conflict (family, script) do update set ${added('pieces')}, ${added('tokens')}, ` +
    'calls = learned_ratios.calls + excluded.calls',
)

/** Adds what this node has learned to the sums of all nodes. */
export async function addToSums(
  { writes, engine }: Pick<Store, 'writes' | 'engine'>,
  sums: LearnedSums,
): Promise<number> {
  const rows = [...sums].flatMap(([family, learned]) =>
    learned.flatMap(({ pieces, tokens, calls }, script) =>
      calls === 0 ? [] : [[family, SCRIPTS[script] ?? '', Math.round(pieces), Math.round(tokens), calls]],
    ),
  )
  if (rows.length > 0) await writes.transaction().execute((trx) => addRows(trx, engine, rows))
  return rows.length
}

/** Reads the sums of all nodes. */
export async function readSums(db: Queryable): Promise<LearnedSums> {
  const sums = new Map<string, Learned[]>()
  for (const { family, script, pieces, tokens, calls } of await db.selectFrom('learned_ratios').selectAll().execute()) {
    const learned = sums.get(family) ?? SCRIPTS.map(() => NOTHING_LEARNED)
    sums.set(family, learned)
    const place = (SCRIPTS as readonly string[]).indexOf(script)
    if (place >= 0) learned[place] = { pieces, tokens, calls }
  }
  return sums
}

/** Deletes what all nodes have learned. */
export async function deleteSums(db: Queryable): Promise<void> {
  await db.deleteFrom('learned_ratios').execute()
}
