import type { Effort, Reasoning } from '../conversation.ts'
import type { ModelFacts, ThinkingLevel } from './models.ts'

/** Google's mapping of OpenAI's effort levels: https://ai.google.dev/gemini-api/docs/openai#thinking */
const BUDGETS: Record<Effort, number> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 32_768,
}
const LEVELS: Record<Effort, ThinkingLevel> = {
  none: 'MINIMAL',
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
}
const ORDER: readonly ThinkingLevel[] = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']
/** The budget value that lets the model decide. */
const MODEL_DECIDES = -1

/** Writes `thinkingConfig`; undefined = the model's default. https://ai.google.dev/gemini-api/docs/thinking */
export function writeThinking(reasoning: Reasoning | undefined, facts: ModelFacts): object | undefined {
  if (!reasoning || facts.thinking === 'none') return undefined
  const tokens = reasoning.budget ?? (reasoning.effort && BUDGETS[reasoning.effort])
  if (tokens === undefined) return undefined
  const isWanted = tokens !== 0
  const shown = isWanted ? { includeThoughts: true } : {}
  if (facts.thinking === 'budget') return { ...shown, thinkingBudget: withinBounds(tokens, facts) }
  if (tokens < 0) return shown
  return { ...shown, thinkingLevel: nearest(levelOf(reasoning, tokens), facts.levels) }
}

function withinBounds(tokens: number, { budget: { least, most } }: ModelFacts): number {
  return tokens < 0 ? MODEL_DECIDES : Math.min(Math.max(Math.round(tokens), least), most)
}

function levelOf({ budget, effort = 'none' }: Reasoning, tokens: number): ThinkingLevel {
  if (budget === undefined) return LEVELS[effort]
  return ORDER[[0, BUDGETS.low, BUDGETS.medium].filter((bound) => tokens > bound).length] ?? 'HIGH'
}

/** Returns the level itself, or the next higher one that the model has. */
function nearest(level: ThinkingLevel, levels: readonly ThinkingLevel[]): ThinkingLevel {
  return levels.find((known) => ORDER.indexOf(known) >= ORDER.indexOf(level)) ?? 'HIGH'
}
