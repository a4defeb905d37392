import type { JsonObject } from './conversation.ts'
import { BadRequest } from './dialect.ts'
import { isObject } from './json.ts'
import type { VendorFields } from './vendor-fields.ts'

/** What becomes of one field of a request when the request is converted for an upstream of another format. */
export type Rule = Leaf | Within | Variants

export type Leaf = Converted | Harmless | Refused | Priced

/** The reader of the format reads it into the conversation, or refuses it by name. */
export interface Converted {
  readonly rule: 'converted'
}
/** It may be left out without changing what the answer is about; `why` in a few words. */
export interface Harmless {
  readonly rule: 'harmless'
  readonly why: string
}
/** It changes what the answer is about and no other format can say it; values in `unless` mean what its absence means. */
export interface Refused {
  readonly rule: 'refused'
  readonly why: string
  readonly unless: readonly unknown[]
  /** What the caller's program acts on. */
  readonly vendor?: VendorFields
}
/**
 * It changes what the vendor charges, so a conversion leaves it out and the log row notes it. Pass-through follows
 * `relay/upstream/priced-fields.ts`. Values in `free` cost no more than its absence. `tier`: its value names a tier that the price
 * list may have a factor for, and the answer says which tier served it. `perCall`: only calls of a fixed price are dearer
 * with it, as the usage tells it otherwise.
 */
export interface Priced {
  readonly rule: 'priced'
  readonly why: string
  readonly free: readonly unknown[]
  readonly tier: boolean
  readonly perCall?: true
}
/**
 * An object, or a list of objects, whose fields have rules of their own. `refused`: why a conversion refuses it as a whole,
 * so that its rules count in pass-through only.
 */
export interface Within<Fields extends FieldTable = FieldTable> {
  readonly rule: 'within'
  readonly fields: Fields
  readonly refused?: string
}
/** Objects that a member tells apart. Types that are not in `types` are left to the reader, which knows or refuses them. */
export interface Variants<Types extends VariantTable = VariantTable> {
  readonly rule: 'variants'
  readonly by: string
  /** The type of an object that names none. */
  readonly otherwise: string
  readonly types: Types
}

export type FieldTable = Readonly<Record<string, Rule>>
export type VariantTable = Readonly<Record<string, Leaf | Within>>

export const converted: Converted = { rule: 'converted' }
/** Types of objects that are converted as a whole. */
export const read = <Name extends string>(types: readonly Name[]): Readonly<Record<Name, Converted>> =>
  Object.fromEntries(types.map((type) => [type, converted])) as Record<Name, Converted>
export const harmless = (why: string): Harmless => ({ rule: 'harmless', why })
export const refused = (why: string, unless: readonly unknown[] = [], vendor?: VendorFields): Refused => ({
  rule: 'refused',
  why,
  unless,
  ...(vendor && { vendor }),
})
export const priced = (why: string, free: readonly unknown[] = []): Priced => ({
  rule: 'priced',
  why,
  free,
  tier: false,
})
export const pricedPerCall = (why: string, free: readonly unknown[]): Priced => ({
  ...priced(why, free),
  perCall: true,
})
export const tier = (why: string, free: readonly unknown[]): Priced => ({ rule: 'priced', why, free, tier: true })
export const within = <Fields extends FieldTable>(fields: Fields, refused?: string): Within<Fields> => ({
  rule: 'within',
  fields,
  ...(refused !== undefined && { refused }),
})
export const variants = <Types extends VariantTable>(types: Types, otherwise = '', by = 'type'): Variants<Types> => ({
  rule: 'variants',
  by,
  otherwise,
  types,
})

/** Maps the spelling of a field's name in a request to the one in its table. */
export type Spelling = (name: string) => string

/**
 * Applies a format's table to a request that is to be converted. Returns the names of the fields that are left out and
 * that the log row notes: unknown ones and those that change the vendor's price. Throws BadRequest with the first field
 * that cannot be left out.
 */
export function leftOut(request: JsonObject, table: FieldTable, spelling: Spelling = (name) => name): string[] {
  const walk = new Walk(spelling)
  walk.object(request, table, '', '')
  return [...walk.omitted]
}

class Walk {
  readonly omitted = new Set<string>()

  constructor(private readonly spelling: Spelling) {}

  /** `path` names the object in errors, with the numbers of list items; `kind` names it in notes, without them. */
  object(value: JsonObject, table: FieldTable, path: string, kind: string): void {
    for (const name in value) {
      const item = value[name]
      if (isIdle(item)) continue
      const spelled = this.spelling(name)
      const rule = Object.hasOwn(table, spelled) ? table[spelled] : undefined
      if (rule) this.#field(item, rule, path + name, kind + name)
      else this.omitted.add(kind + name)
    }
  }

  #field(value: unknown, rule: Rule, path: string, kind: string): void {
    if (rule.rule === 'refused' && !means(value, rule.unless))
      throw new BadRequest(path, rule.why, undefined, rule.vendor)
    if (rule.rule === 'within' && rule.refused) throw new BadRequest(path, rule.refused)
    if (rule.rule === 'priced') this.omitted.add(kind)
    if (rule.rule === 'within') this.#each(value, path, kind, (one, at, of) => this.object(one, rule.fields, at, of))
    if (rule.rule === 'variants') this.#each(value, path, kind, (one, at, of) => this.#variant(one, rule, at, of))
  }

  #variant(value: JsonObject, { by, otherwise, types }: Variants, path: string, kind: string): void {
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
    if (isObject(value)) visit(value, `${path}.`, `${kind}.`)
    else if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) if (isObject(one)) visit(one, `${path}[${index}].`, `${kind}[].`)
    }
  }
}

/** Whether a value says nothing: it stands for the absence of its field. */
export const isIdle = (value: unknown): boolean =>
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

/** Whether a value, or each item of a list, is one of `known`. */
export const means = (value: unknown, known: readonly unknown[]): boolean =>
  Array.isArray(value) ? value.every((item) => known.includes(item)) : known.includes(value)
