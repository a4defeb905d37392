import { callerDialects } from '../../dialects/all.ts'
import type { FieldTable, Priced, Spelling } from '../../dialects/fields.ts'

/** Fields that change what a vendor charges, and objects that hold such, by the names that a request may have for them. */
export type PricedFields = ReadonlyMap<string, Priced | PricedFields>

/** Those of each format. */
export const pricedIn: ReadonlyMap<string, PricedFields> = new Map(
  Object.entries(callerDialects).map(([format, { fields, spelling }]: Dialects) => [
    format,
    pricedOf(fields, spelling),
  ]),
)
type Dialects = [string, { fields: FieldTable; spelling?: Spelling }]

function pricedOf(table: FieldTable, spelling: Spelling | undefined): PricedFields {
  const found = new Map<string, Priced | PricedFields>()
  for (const [name, rule] of Object.entries(table)) {
    const inside = rule.rule === 'within' ? pricedOf(rule.fields, spelling) : undefined
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

/** The names of all that stand at the top of a request, in all formats. */
export const PRICED_FIELDS: readonly string[] = [
  ...new Set([...pricedIn.values()].flatMap((found) => [...found.keys()])),
]
