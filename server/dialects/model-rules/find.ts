import type { ModelRule } from './rule.ts'
import { MODEL_RULES } from './table.ts'

/** Names that were looked up, and their rules. Callers choose the names, so there are no more than this many. */
const MOST_KNOWN = 2000
const known = new Map<string, ModelRule | undefined>()

/** The rule of the family that a model belongs to by its name. Vendors stand in front of a slash: `openai/gpt-5`. */
export function ruleOf(model: string): ModelRule | undefined {
  if (known.has(model)) return known.get(model)
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const rule = MODEL_RULES.find(({ models }) => models.test(name))
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(model, rule)
  return rule
}

/**
 * The name that tells what a model accepts: that of the upstream, or the public one where only that is known. Deployments
 * at Azure have names of their own.
 */
export const tellingName = (model: string, publicName: string): string =>
  ruleOf(model) === undefined && ruleOf(publicName) !== undefined ? publicName : model
