import type { CatalogueRow } from '#contract/api/models.ts'

/** Named in examples where no model is on offer yet. */
const ANY_MODEL = 'gpt-4o-mini'
const VISITOR_GROUP = 'default'
/** Names that need no quotes in any program. */
const PLAIN = /^[\w./:@+-]+$/

/** The model of examples for visitors: one for chats that their group may use, the newest before others. */
export function exampleModel(rows: readonly CatalogueRow[]): string {
  const usable = rows.filter(({ name, enable_groups }) => PLAIN.test(name) && enable_groups.includes(VISITOR_GROUP))
  const [first] = usable.toSorted(
    (one, other) =>
      Number(other.kind === 'chat') - Number(one.kind === 'chat') ||
      Number(one.deprecated) - Number(other.deprecated) ||
      (other.released ?? '').localeCompare(one.released ?? '', 'en') ||
      other.name.localeCompare(one.name, 'en', { numeric: true }),
  )
  return first?.name ?? ANY_MODEL
}
