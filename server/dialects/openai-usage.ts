import type { Usage } from '#contract/price.ts'
import { tokensUsed } from '#contract/price.ts'

/** The `usage` object of OpenAI-format answers, read tolerantly. */
interface OpenAIUsage {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  /** The names of pictures and recordings, and of newer interfaces. */
  input_tokens?: unknown
  output_tokens?: unknown
  input_tokens_details?: { cached_tokens?: unknown; audio_tokens?: unknown } | null
  input_token_details?: { cached_tokens?: unknown; audio_tokens?: unknown } | null
  total_tokens?: unknown
  output_tokens_details?: { reasoning_tokens?: unknown; audio_tokens?: unknown } | null
  prompt_tokens_details?: { cached_tokens?: unknown; audio_tokens?: unknown } | null
  completion_tokens_details?: { reasoning_tokens?: unknown; audio_tokens?: unknown } | null
  /** The names of cached tokens at DeepSeek, at Moonshot and at Mistral. */
  prompt_cache_hit_tokens?: unknown
  cached_tokens?: unknown
  num_cached_tokens?: unknown
}

/**
 * Splits a usage object into disjoint components. In this format cached and audio tokens are inside `prompt_tokens`
 * (https://platform.openai.com/docs/api-reference/chat/object). undefined when it counts nothing, or more than any model
 * can have done: some upstreams report −1 as an unsigned number.
 */
export function readOpenAIUsage(value: unknown): Usage | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const usage = inOldNames(value as OpenAIUsage)
  if (isAbsurd(usage.prompt_tokens) || isAbsurd(usage.completion_tokens) || isAbsurd(usage.total_tokens))
    return undefined
  const details = usage.completion_tokens_details
  const total = count(usage.total_tokens) ?? 0
  const reported = count(usage.completion_tokens) ?? 0
  const prompt = count(usage.prompt_tokens) ?? Math.max(0, total - reported)
  const reasoning = count(details?.reasoning_tokens) ?? 0
  // xAI counts reasoning beside the completion: https://docs.x.ai/docs/guides/reasoning
  const isBeside = reasoning > 0 && total === prompt + reported + reasoning
  const completion = isBeside ? reported + reasoning : reported
  // FastGPT reports 1, 1 and 1 whatever it has done: https://doc.fastgpt.io/docs/introduction/development/openapi/chat
  if (prompt + completion === 0 || (prompt === 1 && completion === 1 && total === 1)) return undefined
  const audioInput = Math.min(count(usage.prompt_tokens_details?.audio_tokens) ?? 0, prompt)
  const cacheRead = Math.min(cachedTokens(usage), prompt - audioInput)
  const audioOutput = Math.min(count(details?.audio_tokens) ?? 0, completion)
  const output = completion - audioOutput
  const read = tokensUsed(prompt - cacheRead - audioInput, output)
  read.cacheRead = cacheRead
  read.audioInput = audioInput
  read.reasoning = Math.min(reasoning, output)
  read.audioOutput = audioOutput
  return read
}

/** At https://platform.openai.com/docs/api-reference: `responses/object`, `images/object`, `audio/json-object`. */
function inOldNames(usage: OpenAIUsage): OpenAIUsage {
  if (usage.input_tokens === undefined || usage.prompt_tokens !== undefined) return usage
  return {
    ...usage,
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    prompt_tokens_details: usage.input_tokens_details ?? usage.input_token_details ?? null,
    completion_tokens_details: usage.output_tokens_details ?? null,
  }
}

function cachedTokens(usage: OpenAIUsage): number {
  const { prompt_tokens_details, prompt_cache_hit_tokens, cached_tokens, num_cached_tokens } = usage
  const own = count(prompt_cache_hit_tokens) ?? count(cached_tokens) ?? count(num_cached_tokens)
  return count(prompt_tokens_details?.cached_tokens) ?? own ?? 0
}

/** Tokens that no call can have. */
const TOO_MANY = 1_000_000_000

const isAbsurd = (value: unknown) => typeof value === 'number' && !(value <= TOO_MANY)

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined
}
