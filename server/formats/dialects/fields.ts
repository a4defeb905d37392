import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from './conversation.ts'
import { BadRequest } from './dialect.ts'
import type { VendorFields } from './vendor-fields.ts'

/** How one field of a request is handled when the request is converted for an upstream of another format. */
export type FieldRule = LeafRule | NestedRule | VariantsRule

export type LeafRule = ConvertedRule | HarmlessRule | RefusedRule | PricedRule

/** `source`: the page of its vendor that describes the field. */
interface Sourced {
  readonly source: string
}

/** The format's reader converts the field, or refuses it by name. */
export interface ConvertedRule {
  readonly rule: 'converted'
}
/**
 * The field may be left out without changing the content of the answer. `why`: a short reason. `noted`: the caller may have
 * meant something by it, so the log row notes it.
 */
export interface HarmlessRule extends Sourced {
  readonly rule: 'harmless'
  readonly why: string
  readonly noted?: true
}
/**
 * The field changes the content of the answer and no other format can express it. Values in `unless` are equivalent
 * to its absence.
 */
export interface RefusedRule extends Sourced {
  readonly rule: 'refused'
  readonly why: string
  readonly unless: readonly unknown[]
  /** Vendor-specific error fields to which the caller's program reacts. */
  readonly vendor?: VendorFields
}
/**
 * The field changes what the vendor charges, so a conversion leaves it out and the log row notes it. Pass-through
 * follows `relay/read/priced-fields-by-format.ts`. Values in `free` cost no more than its absence. `tier`: its value
 * names a service tier for which the price list may have a factor, and the answer reports the tier that served it.
 * `perCall`: it raises only the cost of calls with a fixed price, because otherwise the usage shows it.
 */
export interface PricedRule extends Sourced {
  readonly rule: 'priced'
  readonly why: string
  readonly free: readonly unknown[]
  readonly tier: boolean
  readonly perCall?: true
}
/**
 * An object, or a list of objects, whose fields have rules of their own. `refused`: why a conversion refuses it as
 * a whole, so that its rules apply only in pass-through.
 */
export interface NestedRule<Fields extends FieldTable = FieldTable> {
  readonly rule: 'within'
  readonly fields: Fields
  readonly refused?: string
}
/**
 * Objects whose type is given by one of their fields. Types missing from `types` are left to the reader, which
 * converts or refuses them.
 */
export interface VariantsRule<Types extends VariantTable = VariantTable> {
  readonly rule: 'variants'
  readonly by: string
  /** The type of an object that does not name its type. */
  readonly otherwise: string
  readonly types: Types
}

export type FieldTable = Readonly<Record<string, FieldRule>>
export type VariantTable = Readonly<Record<string, LeafRule | NestedRule>>

export const converted: ConvertedRule = { rule: 'converted' }
/** Types of objects that are converted as a whole. */
export const convertedTypes = <Name extends string>(types: readonly Name[]): Readonly<Record<Name, ConvertedRule>> =>
  Object.fromEntries(types.map((type) => [type, converted])) as Record<Name, ConvertedRule>

/** Returns the makers of rules for the fields that one page describes. */
export const rulesFrom = (source: string) => ({
  harmless: (why: string): HarmlessRule => ({ rule: 'harmless', why, source }),
  leftOut: (why: string): HarmlessRule => ({ rule: 'harmless', why, noted: true, source }),
  refused: (why: string, unless: readonly unknown[] = [], vendor?: VendorFields): RefusedRule => ({
    rule: 'refused',
    why,
    unless,
    ...(vendor && { vendor }),
    source,
  }),
  priced: (why: string, free: readonly unknown[] = []): PricedRule => ({
    rule: 'priced',
    why,
    free,
    tier: false,
    source,
  }),
  pricedPerCall: (why: string, free: readonly unknown[]): PricedRule => ({
    rule: 'priced',
    why,
    free,
    tier: false,
    perCall: true,
    source,
  }),
  tier: (why: string, free: readonly unknown[]): PricedRule => ({ rule: 'priced', why, free, tier: true, source }),
})
export const nested = <Fields extends FieldTable>(fields: Fields, refused?: string): NestedRule<Fields> => ({
  rule: 'within',
  fields,
  ...(refused !== undefined && { refused }),
})
export const variants = <Types extends VariantTable>(
  types: Types,
  otherwise = '',
  by = 'type',
): VariantsRule<Types> => ({
  rule: 'variants',
  by,
  otherwise,
  types,
})

/** Maps a field name of a request to the one in its table. */
export type FieldSpelling = (name: string) => string

/**
 * Applies a format's table to a request that will be converted. Returns the names of the fields that are left out
 * and that the log row notes: unknown ones and those that change the vendor's price. Throws BadRequest with the
 * first field that cannot be left out.
 */
export function applyFieldRules(
  request: JsonObject,
  table: FieldTable,
  spelling: FieldSpelling = (name) => name,
): string[] {
  const walk = new Walk(spelling)
  walk.object(request, table, '', '')
  return [...walk.omitted]
}

class Walk {
  readonly omitted = new Set<string>()

  constructor(private readonly spelling: FieldSpelling) {}

  /** `path` names the object in errors, with the indexes of list items; `kind` names it in notes, without them. */
  object(value: JsonObject, table: FieldTable, path: string, kind: string): void {
    for (const name in value) {
      const item = value[name]
      if (isSameAsAbsent(item)) continue
      const spelled = this.spelling(name)
      const rule = Object.hasOwn(table, spelled) ? table[spelled] : undefined
      if (rule) this.#field(item, rule, path + name, kind + name)
      else this.omitted.add(kind + name)
    }
  }

  #field(value: unknown, rule: FieldRule, path: string, kind: string): void {
    if (rule.rule === 'refused' && !isOneOf(value, rule.unless))
      throw new BadRequest(path, rule.why, undefined, rule.vendor)
    if (rule.rule === 'within' && rule.refused) throw new BadRequest(path, rule.refused)
    if (rule.rule === 'priced' || (rule.rule === 'harmless' && rule.noted)) this.omitted.add(kind)
    if (rule.rule === 'within') this.#each(value, path, kind, (one, at, of) => this.object(one, rule.fields, at, of))
    if (rule.rule === 'variants') this.#each(value, path, kind, (one, at, of) => this.#variant(one, rule, at, of))
  }

  #variant(value: JsonObject, { by, otherwise, types }: VariantsRule, path: string, kind: string): void {
    const named = value[by]
    const type = typeof named === 'string' && named !== '' ? named : otherwise
    const rule = Object.hasOwn(types, type) ? types[type] : undefined
    if (rule?.rule === 'within') this.object(value, rule.fields, path, kind)
    else if (rule) this.#field(value, rule, path.slice(0, -1), kind.slice(0, -1))
  }

  #each(
    value: unknown,
    path: string,
    kind: string,
    visit: (one: JsonObject, path: string, kind: string) => void,
  ): void {
    if (isRecord(value)) visit(value, `${path}.`, `${kind}.`)
    else if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) if (isRecord(one)) visit(one, `${path}[${index}].`, `${kind}[].`)
    }
  }
}

/** Returns whether a value is equivalent to the absence of its field. */
export const isSameAsAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && isEmpty(value))

function isEmpty(value: object): boolean {
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value) return false
  return true
}

/** Returns whether a value, or every item of a list, is one of `known`. */
export const isOneOf = (value: unknown, known: readonly unknown[]): boolean =>
  Array.isArray(value) ? value.every((item) => known.includes(item)) : known.includes(value)
