import { SCRIPTS } from '#contract/text-scripts.ts'
import type { Pieces } from './text-counter.ts'

/** Tokens per piece of each script, in the order of SCRIPTS. */
export type TokenRatios = readonly number[]

/** Models that are taken to share a tokenizer. */
export interface Family {
  readonly name: string
  /** The ratios of a family from which nothing was learned. */
  readonly ratios: TokenRatios
}

/**
 * Measured with o200k_base, cl100k_base, and the tokenizers that Anthropic and Qwen have published. Newer models of
 * Anthropic count 16 % (prose) to 30 % (code) more than o200k: its ratios lie between both.
 */
const O200K = [1.02, 1, 1.05, 0.79, 1]
const CL100K = [1.02, 0.98, 1.05, 1.2, 1.9]
const CLAUDE = [1.1, 1.2, 1.16, 1.15, 2]
const QWEN = [1.03, 0.99, 1.14, 0.65, 1.3]

/** The first pattern that matches decides. Families without own ratios begin with those of a similar vocabulary. */
const FAMILIES: readonly (readonly [name: string, pattern: RegExp, ratios: TokenRatios])[] = [
  ['gpt-4o', /gpt-(?:4o|4\.\d|oss|[5-9])|chatgpt|(?:^|[/-])o[1-9](?:-|$)|codex/, O200K],
  ['gpt-4', /gpt-|text-embedding|davinci|babbage/, CL100K],
  ['claude', /claude/, CLAUDE],
  ['gemini', /gemini|gemma|palm|learnlm/, O200K],
  ['qwen', /qwen|qwq|qvq/, QWEN],
  ['deepseek', /deepseek/, QWEN],
  ['glm', /glm/, QWEN],
  ['kimi', /kimi|moonshot/, QWEN],
  ['doubao', /doubao|seed-/, QWEN],
  ['ernie', /ernie/, QWEN],
  ['hunyuan', /hunyuan/, QWEN],
  ['minimax', /minimax|abab/, QWEN],
  ['llama', /llama/, CL100K],
  ['mistral', /mi[sx]tral|codestral|ministral|magistral|devstral/, CL100K],
  ['grok', /grok/, O200K],
  ['command', /command|cohere|embed-/, CL100K],
]
const OTHER = 'other'

/** Every family, the one of all other models last. */
export const families: readonly Family[] = [
  ...FAMILIES.map(([name, , ratios]) => ({ name, ratios })),
  { name: OTHER, ratios: O200K },
]
const byName = new Map(families.map((family) => [family.name, family]))

/** Names of models that are remembered: they are callers' texts. */
const MAX_KNOWN = 1000
const known = new Map<string, Family>()

/** Returns the family of a model. */
export function familyOf(model: string): Family {
  const found = known.get(model)
  if (found) return found
  const lower = model.toLowerCase()
  const name = FAMILIES.find(([, pattern]) => pattern.test(lower))?.[0] ?? OTHER
  const family = byName.get(name) as Family
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(model, family)
  return family
}

/** The ratios of models about which nothing is known. */
export const DEFAULT_RATIOS: TokenRatios = O200K

/** Returns the estimated tokens of pieces; not rounded. */
export function tokensOf(pieces: Pieces, ratios: TokenRatios): number {
  return SCRIPTS.reduce((sum, _, script) => sum + (pieces[script] ?? 0) * (ratios[script] ?? 1), 0)
}
