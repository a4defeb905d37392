import type { ModelFacts, OwnCard } from '#contract/models.ts'
import { type FactFile, resolveFacts } from './fact-file.ts'
import file from './model-facts.json' with { type: 'json' }

/** What vendors say of their models, on the day `version`. A test checks the file; a start does not. */
export const factFile = file as FactFile

/** The facts of every listed model, by its name. */
export const listedFacts = resolveFacts(factFile)

/** The facts of a model: the operator's card counts before the built-in ones, and can say that the model stays. */
export function factsOf(name: string, cards: Readonly<Record<string, OwnCard>>): OwnCard {
  const own: OwnCard = Object.hasOwn(cards, name) ? (cards[name] ?? {}) : {}
  const { retires, ...listed }: ModelFacts = listedFacts.get(name) ?? {}
  return { ...listed, ...(own.deprecated !== false && { retires }), ...own }
}
