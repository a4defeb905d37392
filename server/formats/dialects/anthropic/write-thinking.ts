import type { ChatRequest, Effort, Turn } from '../conversation.ts'
import { stateValueFor } from '../vendor-state.ts'
import { type ModelFacts, nearestBelow } from './models.ts'

/** The minimum budget that the format allows. */
const MIN_BUDGET = 1024
const BUDGETS: Record<Exclude<Effort, 'none'>, number> = {
  minimal: MIN_BUDGET,
  low: 2048,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 48_000,
}

interface Thinking {
  /** Thinking is on, which excludes other settings. */
  on: boolean
  thinking: object | undefined
  /** How much to think, for models that decide themselves. */
  effort: string | undefined
  maxTokens: number
}

/** Converts reasoning settings: https://platform.claude.com/docs/en/build-with-claude/extended-thinking */
export function writeThinking(request: ChatRequest, facts: ModelFacts): Thinking {
  const limit = request.maxTokens ?? facts.maxTokens
  const { effort, budget, shown } = request.reasoning ?? {}
  const off = { on: false, thinking: undefined, effort: undefined, maxTokens: limit }
  if (facts.thinksAlways) {
    const isOff = effort === 'none' || budget === 0
    const requestedEffort = isOff ? 'low' : effortFor(effort, facts)
    const thinking = shown ? adaptive(shown) : undefined
    return { ...off, on: true, thinking, effort: requestedEffort }
  }
  const isWanted = budget === undefined ? effort !== undefined && effort !== 'none' : budget !== 0
  if (!isWanted) return facts.thinksByDefault ? { ...off, thinking: { type: 'disabled' } } : off
  if (facts.thinking === 'none' || lacksSignature(request.turns)) return off
  if (facts.thinking === 'adaptive') {
    return { ...off, on: true, thinking: adaptive(shown), effort: effortFor(effort, facts) }
  }
  const isCounted = budget !== undefined && budget > 0
  const wanted = Math.max(MIN_BUDGET, isCounted ? budget : BUDGETS[effort && effort !== 'none' ? effort : 'medium'])
  // A caller that gives a budget includes it in its limit. Other callers limit only the answer: the budget is
  // added.
  const mine = isCounted ? limit : limit + wanted
  const outputLimit = request.maxTokens === undefined ? facts.maxTokens : Math.min(facts.maxTokens, mine)
  const fits = Math.min(wanted, outputLimit - 1)
  return fits < MIN_BUDGET
    ? off
    : { on: true, thinking: { type: 'enabled', budget_tokens: fits }, effort: undefined, maxTokens: outputLimit }
}

/**
 * From Opus 4.7 on thoughts have no text unless it is asked for:
 * https://platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-7#thinking-content-omitted-by-default
 */
const adaptive = (shown: boolean | undefined) =>
  shown ? { type: 'adaptive', display: 'summarized' } : { type: 'adaptive' }

const effortFor = (effort: Effort | undefined, { efforts }: ModelFacts) =>
  effort && effort !== 'none' ? nearestBelow(effort, efforts) : undefined

/**
 * A thinking model requires the signed reasoning that led to its last tool calls. Clients of formats without
 * signatures cannot send it: the rest of the turn then goes on without thinking.
 */
function lacksSignature(turns: readonly Turn[]): boolean {
  const last = turns.findLast(({ role }) => role === 'assistant')
  const isAnswered = turns.findLast(({ role }) => role !== 'system')?.parts.some(({ kind }) => kind === 'tool_result')
  if (!last || !isAnswered || !last.parts.some(({ kind }) => kind === 'tool_call')) return false
  return !last.parts.some((part) => part.kind === 'reasoning' && stateValueFor('anthropic', part.state))
}
