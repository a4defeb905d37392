import { hasTokens, NO_USAGE, promptTokens, type Usage } from '#contract/price.ts'

/** The usage to bill: what the upstream reported, else an estimate, to which belongs what is known of tools. */
export function usageOr(reported: Usage | undefined, inputTokens: number, outputTokens: number) {
  if (reported && hasTokens(reported)) return { usage: reported, source: 'upstream' as const }
  const usage: Usage = { ...NO_USAGE, ...reported, input: inputTokens, output: Math.ceil(outputTokens) }
  return { usage, source: 'estimated' as const }
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
