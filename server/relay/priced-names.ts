import { callerDialects } from '../dialects/all.ts'
import type { CallerDialect } from '../dialects/dialect.ts'
import type { Priced } from '../dialects/fields.ts'

/** Top-level fields that change what a vendor charges, by the names that a request may have for them. */
export const pricedIn = new Map(
  Object.entries(callerDialects).map(([format, dialect]: [string, CallerDialect]) => [format, pricedFields(dialect)]),
)

function pricedFields({ fields, spelling }: CallerDialect): [string, Priced][] {
  return Object.entries(fields).flatMap(([name, rule]): [string, Priced][] => {
    if (rule.rule !== 'priced') return []
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const names = spelling && snake !== name ? [name, snake] : [name]
    return names.map((one) => [one, rule])
  })
}

/** Their names in all formats. */
export const PRICED_FIELDS: readonly string[] = [...new Set([...pricedIn.values()].flat().map(([name]) => name))]
