import { completionTokens, hasTokens, NO_USAGE, promptTokens, type Usage } from '#contract/prices/price.ts'

/** The input of a call, which is counted when its number is asked for. */
export interface EstimatedInput {
  readonly inputTokens: number
}

/**
 * Returns the usage to charge: what the upstream reported, else an estimate together with the reported tool calls.
 * Every call has input, and every answer with text has output: a report of zero is ignored.
 */
export function usageOrEstimate(reported: Usage | undefined, input: EstimatedInput, outputTokens: number) {
  const read = reported ?? NO_USAGE
  const lacksInput = promptTokens(read) === 0 && input.inputTokens > 0
  const lacksOutput = completionTokens(read) === 0 && outputTokens > 0
  if (reported && !lacksInput && !lacksOutput && hasTokens(reported))
    return { usage: reported, source: 'upstream' as const }
  const usage: Usage = { ...read }
  if (lacksInput) usage.input = input.inputTokens
  if (lacksOutput) usage.output = Math.ceil(outputTokens)
  return { usage, source: 'estimated' as const }
}

/**
 * Returns the usage to charge for an incomplete answer: what was reported so far, because it includes hidden
 * reasoning, but at least the estimate of what was delivered, because early reports count almost nothing.
 */
export function partialUsage(reported: Usage | undefined, estimated: EstimatedInput, deliveredTokens: number) {
  const estimate = usageOrEstimate(undefined, estimated, deliveredTokens)
  if (!reported) return estimate
  const output = Math.max(reported.output, estimate.usage.output)
  const input = promptTokens(reported) > 0 ? reported.input : estimated.inputTokens
  const isReported = output === reported.output && input === reported.input
  return { usage: { ...reported, input, output }, source: isReported ? ('upstream' as const) : estimate.source }
}
