import { callerDialects } from '../../../formats/dialects/all.ts'
import type { FieldSpelling, FieldTable, PricedRule } from '../../../formats/dialects/fields.ts'

/**
 * Fields that change what a vendor charges, and objects that contain such fields, by all names that a request may
 * use for them.
 */
export type PricedFields = ReadonlyMap<string, PricedRule | PricedFields>

/** The priced fields of each format. */
export const pricedFieldsByFormat: ReadonlyMap<string, PricedFields> = new Map(
  Object.entries(callerDialects).map(([format, { fields, spelling }]: Dialects) => [
    format,
    collectPricedFields(fields, spelling),
  ]),
)
type Dialects = [string, { fields: FieldTable; spelling?: FieldSpelling }]

function collectPricedFields(table: FieldTable, spelling: FieldSpelling | undefined): PricedFields {
  const found = new Map<string, PricedRule | PricedFields>()
  for (const [name, rule] of Object.entries(table)) {
    const inside = rule.rule === 'within' ? collectPricedFields(rule.fields, spelling) : undefined
    const entry = rule.rule === 'priced' ? rule : inside?.size ? inside : undefined
    if (!entry) continue
    found.set(name, entry)
    if (spelling)
      found.set(
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        entry,
      )
  }
  return found
}

/** The names of all top-level priced fields, in all formats. */
export const PRICED_FIELD_NAMES: readonly string[] = [
  ...new Set([...pricedFieldsByFormat.values()].flatMap((found) => [...found.keys()])),
]
