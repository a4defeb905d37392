import { completionTokens, hasTokens, NO_USAGE, promptTokens, type Usage } from '#contract/price.ts'

/**
 * The usage to bill: what the upstream reported, else an estimate, to which belongs what is known of tools. No call has
 * no input, and no answer with text has no output: a report of none is none.
 */
export function usageOr(reported: Usage | undefined, inputTokens: number, outputTokens: number) {
  const usage: Usage = { ...(reported ?? NO_USAGE) }
  const lacksInput = promptTokens(usage) === 0 && inputTokens > 0
  const lacksOutput = completionTokens(usage) === 0 && outputTokens > 0
  if (lacksInput) usage.input = inputTokens
  if (lacksOutput) usage.output = Math.ceil(outputTokens)
  const isReported = reported !== undefined && hasTokens(reported) && !lacksInput && !lacksOutput
  return { usage, source: isReported ? ('upstream' as const) : ('estimated' as const) }
}

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
