import * as z from 'zod/mini'
import { FEATURES, INPUT_MODALITIES, MODEL_KINDS, OUTPUT_MODALITIES, type OwnCard } from './models.ts'

/** Schemas of what is said of models, for the file of built-in facts and for an operator's cards. */

const MAX_TOKENS = 1_000_000_000
const MAX_DESCRIPTION = 1000
const MAX_VENDOR = 60

/** A number of tokens, such as a limit. */
export const tokenCount = z
  .int('must be a whole number above 0')
  .check(z.minimum(1, 'must be a whole number above 0'), z.maximum(MAX_TOKENS, `must not be above ${MAX_TOKENS}`))
const sentence = z.string('must be a text').check(z.minLength(1, 'must not be empty'), z.maxLength(MAX_DESCRIPTION))
const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `must be one of ${names.join(', ')}`)
const listOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z
    .array(oneOf(names), 'must be a list')
    .check(z.refine((list) => new Set(list).size === list.length, 'names something twice'))

/** What may be said of a model; absent = not known. */
export const factFields = {
  description: z.optional(z.strictObject({ zh: sentence, en: sentence })),
  kind: z.optional(oneOf(MODEL_KINDS)),
  context: z.optional(tokenCount),
  max_output: z.optional(tokenCount),
  input: z.optional(listOf(INPUT_MODALITIES)),
  output: z.optional(listOf(OUTPUT_MODALITIES)),
  features: z.optional(listOf(FEATURES)),
  released: z.optional(z.iso.date('must be a day, such as 2026-09-22')),
  deprecated: z.optional(z.boolean('must be true or false')),
  retires: z.optional(z.iso.date('must be a day, such as 2027-01-14')),
}

const ownCard = z.strictObject(
  {
    ...factFields,
    vendor: z.optional(z.string('must be a text').check(z.minLength(1), z.maxLength(MAX_VENDOR))),
    hidden: z.optional(z.boolean('must be true or false')),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object' : undefined) },
)

/** What is wrong with an operator's cards. */
export interface CardProblem {
  model: string
  detail: string
}

/** Checks an operator's cards, by the names of the models. Returns them, or the first thing that is wrong. */
export function checkOwnCards(cards: Record<string, unknown>): Record<string, OwnCard> | CardProblem {
  for (const [model, card] of Object.entries(cards)) {
    if (model === '' || model !== model.trim()) return { model, detail: 'the name is empty or has a blank at an end' }
    const result = ownCard.safeParse(card)
    const issue = result.error?.issues[0]
    if (issue) return { model, detail: describeIssue(issue) }
  }
  return cards as Record<string, OwnCard>
}

/** Whether a check of cards found a problem. */
export const isCardProblem = (result: Record<string, OwnCard> | CardProblem): result is CardProblem =>
  typeof (result as CardProblem).detail === 'string'

/** Describes an issue of a schema by where it is and what was expected. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const what = issue.code === 'unrecognized_keys' ? `unknown field ${issue.keys.join(', ')}` : issue.message
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${what}` : what
}
