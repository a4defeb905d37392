import { promptTokens, type Usage } from '#contract/price.ts'
import { usageOr } from './bill.ts'

/**
 * The usage to bill of an answer that did not come to its end: what was reported so far, because hidden reasoning is in
 * it, but at least the estimate of what was delivered, because early reports count next to nothing.
 */
export function partialUsage(reported: Usage | undefined, inputTokens: number, deliveredTokens: number) {
  const estimate = usageOr(undefined, inputTokens, deliveredTokens)
  if (!reported) return estimate
  const output = Math.max(reported.output, estimate.usage.output)
  const input = promptTokens(reported) > 0 ? reported.input : inputTokens
  const isReported = output === reported.output && input === reported.input
  return { usage: { ...reported, input, output }, source: isReported ? ('upstream' as const) : estimate.source }
}
