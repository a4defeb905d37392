import { completionTokens, promptTokens, type Usage } from '#contract/prices/price.ts'

/**
 * Writes usage: https://platform.openai.com/docs/api-reference/responses/object. Cached input is included in the
 * input.
 */
export function writeUsage(usage: Usage) {
  const input = promptTokens(usage)
  const output = completionTokens(usage)
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + output,
  }
}
