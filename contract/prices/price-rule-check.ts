import { describeIssue } from '../model-schemas.ts'
import { priceRules } from './price-rule-schemas.ts'
import type { PriceRule } from './price-rules.ts'

/** What is wrong with an operator's rules. */
export interface RuleProblem {
  model: string
  detail: string
}

/** Checks rules by the names of models. Returns them, or the first thing that is wrong. */
export function checkPriceRules(map: Record<string, unknown>): Record<string, readonly PriceRule[]> | RuleProblem {
  for (const [model, value] of Object.entries(map)) {
    if (model === '' || model !== model.trim()) return { model, detail: 'the name is empty or has a blank at an end' }
    const issue = priceRules.safeParse(value).error?.issues[0]
    if (issue) return { model, detail: describeIssue(issue) }
  }
  return map as Record<string, readonly PriceRule[]>
}

/** Whether a check of rules found a problem. */
export const isRuleProblem = (result: Record<string, readonly PriceRule[]> | RuleProblem): result is RuleProblem =>
  typeof (result as RuleProblem).detail === 'string'
