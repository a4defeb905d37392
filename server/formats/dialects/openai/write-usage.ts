import { completionTokens, promptTokens, type Usage } from '#contract/prices/price.ts'

/**
 * Writes usage in OpenAI's format: https://platform.openai.com/docs/api-reference/chat/object. Cached input is
 * included in the prompt.
 */
export function writeUsage(usage: Usage) {
  const prompt = promptTokens(usage)
  const completion = completionTokens(usage)
  const cacheWrite = usage.cacheWrite5m + usage.cacheWrite1h
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      audio_tokens: usage.audioInput,
      ...(cacheWrite > 0 ? { cache_write_tokens: cacheWrite } : {}),
      ...(usage.imageInput > 0 ? { image_tokens: usage.imageInput } : {}),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: usage.audioOutput,
      ...(usage.imageOutput > 0 ? { image_tokens: usage.imageOutput } : {}),
    },
  }
}
