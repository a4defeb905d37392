import type { ModelRule } from './rule.ts'
import { MODEL_RULES } from './table.ts'

/** Maximum number of cached lookups. Callers choose the names, so the cache must be bounded. */
const MAX_CACHED = 2000
const known = new Map<string, ModelRule | undefined>()

/** Returns a model's name in lower case, without the prefix of a vendor. */
export const plainName = (model: string) => model.slice(model.lastIndexOf('/') + 1).toLowerCase()

/** Returns the rule for a model's family by its name. A vendor prefix ends with a slash: `openai/gpt-5`. */
export function findRule(model: string): ModelRule | undefined {
  if (known.has(model)) return known.get(model)
  const name = plainName(model)
  const rule = MODEL_RULES.find(({ models }) => models.test(name))
  if (known.size >= MAX_CACHED) known.clear()
  known.set(model, rule)
  return rule
}

/**
 * Returns the name that determines what a model accepts: the upstream's, or the public one if only that is
 * recognized. Azure deployments have arbitrary names.
 */
export const rulesNameOf = (model: string, publicName: string): string =>
  findRule(model) === undefined && findRule(publicName) !== undefined ? publicName : model
