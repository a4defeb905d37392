import * as z from 'zod/mini'
import { describeIssue, factFields } from '#contract/model-schemas.ts'
import type { ModelFacts } from '#contract/models.ts'

const address = z.url({ protocol: /^https$/ })
const family = z.strictObject({ vendor: z.string().check(z.minLength(1)), ...factFields })
/** A model has the facts of its family, and an alias those of another model; what it says itself counts first. */
const model = z.strictObject({ family: z.optional(z.string()), alias_of: z.optional(z.string()), ...factFields })

interface Parts {
  families: Record<string, z.infer<typeof family>>
  models: Record<string, z.infer<typeof model>>
}

/** What is wrong with where an entry has its facts from. */
function wrongOrigin({ families, models }: Parts, entry: z.infer<typeof model>): string | undefined {
  const { family, alias_of, description } = entry
  if ((family === undefined) === (alias_of === undefined)) return 'needs either family or alias_of'
  if (alias_of !== undefined) {
    const target = Object.hasOwn(models, alias_of) ? models[alias_of] : undefined
    return target?.family === undefined ? `is an alias of ${alias_of}, which has no family` : undefined
  }
  const origin = family !== undefined && Object.hasOwn(families, family) ? families[family] : undefined
  if (!origin) return `no family ${family}`
  return description || origin.description ? undefined : 'has no description'
}

const factFile = z
  .strictObject({
    version: z.iso.date(),
    /** Public collections of facts that the entries were taken from. */
    compiled_from: z.array(address),
    /** By vendor: the pages where its models can be looked up, and the day on which the entries were compiled. */
    sources: z.record(
      z.string(),
      z.strictObject({ pages: z.array(address).check(z.minLength(1)), as_of: z.iso.date() }),
    ),
    families: z.record(z.string(), family),
    models: z.record(z.string().check(z.minLength(1)), model),
  })
  .check(({ value, issues }) => {
    const problem = (path: string[], message: string) => issues.push({ code: 'custom', path, message, input: value })
    for (const [name, { vendor }] of Object.entries(value.families)) {
      if (!Object.hasOwn(value.sources, vendor)) problem(['families', name], `no source for vendor ${vendor}`)
    }
    for (const [name, entry] of Object.entries(value.models)) {
      const wrong = wrongOrigin(value, entry)
      if (wrong) problem(['models', name], wrong)
    }
  })

export type FactFile = z.infer<typeof factFile>

/** The facts of a model, with its vendor. */
export type ListedFacts = ModelFacts & { vendor: string }

/** Checks a file of facts. Throws an Error that names every wrong entry. */
export function parseFacts(input: unknown): FactFile {
  const result = factFile.safeParse(input)
  if (result.success) return result.data
  throw new Error(`malformed model facts:\n${result.error.issues.map(describeIssue).join('\n')}`)
}

/** Resolves families and aliases: every model with all of its facts. */
export function resolveFacts({ families, models }: FactFile): Map<string, ListedFacts> {
  const resolve = (name: string): ListedFacts => {
    const { family, alias_of, ...own } = models[name] ?? {}
    const inherited = alias_of === undefined ? { vendor: '', ...families[family ?? ''] } : resolve(alias_of)
    return { ...inherited, ...own }
  }
  return new Map(Object.keys(models).map((name) => [name, resolve(name)]))
}
