import type { Usage } from '#contract/price.ts'
import { NO_USAGE } from '#contract/price.ts'

/** The `usage` object of OpenAI-format answers, read tolerantly. */
interface OpenAIUsage {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  total_tokens?: unknown
  prompt_tokens_details?: { cached_tokens?: unknown; audio_tokens?: unknown } | null
  completion_tokens_details?: { reasoning_tokens?: unknown; audio_tokens?: unknown } | null
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens?: unknown
}

/**
 * Splits a usage object into disjoint components. In this format cached and audio tokens are inside `prompt_tokens`
 * (https://platform.openai.com/docs/api-reference/chat/object). undefined when it counts nothing.
 */
export function readOpenAIUsage(value: unknown): Usage | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const usage = value as OpenAIUsage
  const prompt = count(usage.prompt_tokens) ?? count(usage.total_tokens) ?? 0
  const completion = count(usage.completion_tokens) ?? 0
  if (prompt + completion === 0) return undefined
  const cached = count(usage.prompt_tokens_details?.cached_tokens) ?? count(usage.prompt_cache_hit_tokens) ?? 0
  const audioInput = Math.min(count(usage.prompt_tokens_details?.audio_tokens) ?? 0, prompt)
  const cacheRead = Math.min(cached, prompt - audioInput)
  const audioOutput = Math.min(count(usage.completion_tokens_details?.audio_tokens) ?? 0, completion)
  const output = completion - audioOutput
  return {
    ...NO_USAGE,
    input: prompt - cacheRead - audioInput,
    cacheRead,
    audioInput,
    output,
    reasoning: Math.min(count(usage.completion_tokens_details?.reasoning_tokens) ?? 0, output),
    audioOutput,
  }
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined
}
