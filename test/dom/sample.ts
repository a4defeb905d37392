import type * as z from 'zod/mini'

/**
 * The plainest value of a schema: 0, "", false, an empty list, the first of several, `null` where that is allowed.
 * Fields that may be absent are.
 */
export function sampleOf<S extends z.ZodMiniType>(schema: S): z.output<S> {
  return plainest(schema._zod.def as Definition) as z.output<S>
}

interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  values?: unknown[]
  entries?: Record<string, unknown>
  options?: z.ZodMiniType[]
  items?: z.ZodMiniType[]
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  left?: z.ZodMiniType
  right?: z.ZodMiniType
  defaultValue?: unknown
  getter?: () => z.ZodMiniType
}

const PLAIN: Record<string, (definition: Definition) => unknown> = {
  string: () => '',
  number: () => 0,
  boolean: () => false,
  null: () => null,
  nullable: () => null,
  undefined: () => undefined,
  void: () => undefined,
  optional: () => undefined,
  unknown: () => null,
  any: () => null,
  array: () => [],
  record: () => ({}),
  literal: ({ values }) => values?.[0],
  enum: ({ entries }) => Object.values(entries ?? {})[0],
  union: ({ options }) => sampleOf(options![0]!),
  tuple: ({ items }) => items!.map((item) => sampleOf(item)),
  object: ({ shape }) => {
    const fields = Object.entries(shape!).map(([name, field]) => [name, sampleOf(field)] as const)
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  },
  default: ({ defaultValue }) => defaultValue,
  readonly: ({ innerType }) => sampleOf(innerType!),
  catch: ({ innerType }) => sampleOf(innerType!),
  pipe: ({ in: first }) => sampleOf(first!),
  intersection: ({ left, right }) => ({ ...(sampleOf(left!) as object), ...(sampleOf(right!) as object) }),
  lazy: ({ getter }) => sampleOf(getter!()),
}

function plainest(definition: Definition): unknown {
  const plain = PLAIN[definition.type]
  if (!plain) throw new Error(`sample.ts has no plain value for a schema of type ${definition.type}`)
  return plain(definition)
}
