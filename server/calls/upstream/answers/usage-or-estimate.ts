import { completionTokens, hasTokens, NO_USAGE, promptTokens, type Usage } from '#contract/prices/price.ts'

/**
 * Returns the usage to charge: what the upstream reported, else an estimate together with the reported tool calls.
 * Every call has input, and every answer with text has output: a report of zero is ignored.
 */
export function usageOrEstimate(reported: Usage | undefined, inputTokens: number, outputTokens: number) {
  const usage: Usage = { ...(reported ?? NO_USAGE) }
  const lacksInput = promptTokens(usage) === 0 && inputTokens > 0
  const lacksOutput = completionTokens(usage) === 0 && outputTokens > 0
  if (lacksInput) usage.input = inputTokens
  if (lacksOutput) usage.output = Math.ceil(outputTokens)
  const isReported = reported !== undefined && hasTokens(reported) && !lacksInput && !lacksOutput
  return { usage, source: isReported ? ('upstream' as const) : ('estimated' as const) }
}

/**
 * Returns the usage to charge for an incomplete answer: what was reported so far, because it includes hidden
 * reasoning, but at least the estimate of what was delivered, because early reports count almost nothing.
 */
export function partialUsage(reported: Usage | undefined, inputTokens: number, deliveredTokens: number) {
  const estimate = usageOrEstimate(undefined, inputTokens, deliveredTokens)
  if (!reported) return estimate
  const output = Math.max(reported.output, estimate.usage.output)
  const input = promptTokens(reported) > 0 ? reported.input : inputTokens
  const isReported = output === reported.output && input === reported.input
  return { usage: { ...reported, input, output }, source: isReported ? ('upstream' as const) : estimate.source }
}
