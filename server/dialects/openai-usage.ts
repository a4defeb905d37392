import type { Usage } from '#contract/price.ts'
import { tokensUsed } from '#contract/price.ts'

interface InputDetails {
  cached_tokens?: unknown
  /** Written to the vendor's cache: https://openrouter.ai/docs/use-cases/usage-accounting */
  cache_write_tokens?: unknown
  audio_tokens?: unknown
  image_tokens?: unknown
}
interface OutputDetails {
  reasoning_tokens?: unknown
  audio_tokens?: unknown
  image_tokens?: unknown
}

/** The `usage` object of OpenAI-format answers, read tolerantly. */
interface OpenAIUsage {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  /** The names of pictures and recordings, and of newer interfaces. */
  input_tokens?: unknown
  output_tokens?: unknown
  input_tokens_details?: InputDetails | null
  input_token_details?: InputDetails | null
  output_tokens_details?: OutputDetails | null
  total_tokens?: unknown
  prompt_tokens_details?: InputDetails | null
  completion_tokens_details?: OutputDetails | null
  /** The names of cached tokens at DeepSeek, at Moonshot and at Mistral. */
  prompt_cache_hit_tokens?: unknown
  cached_tokens?: unknown
  num_cached_tokens?: unknown
}

/**
 * Splits a usage object into disjoint components. In this format cached, audio and image tokens are inside `prompt_tokens`
 * (https://platform.openai.com/docs/api-reference/chat/object). undefined when it counts nothing, or more than any model
 * can have done: some upstreams report −1 as an unsigned number.
 */
export function readOpenAIUsage(value: unknown): Usage | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const usage = inOldNames(value as OpenAIUsage)
  if (isAbsurd(usage.prompt_tokens) || isAbsurd(usage.completion_tokens) || isAbsurd(usage.total_tokens))
    return undefined
  const outputDetails = usage.completion_tokens_details
  const total = count(usage.total_tokens) ?? 0
  const asked = count(usage.prompt_tokens)
  // What is not counted by itself is what the total has above the rest.
  const reported = count(usage.completion_tokens) ?? Math.max(0, total - (asked ?? total))
  const prompt = asked ?? Math.max(0, total - reported)
  const reasoning = count(outputDetails?.reasoning_tokens) ?? 0
  // xAI counts reasoning beside the completion: https://docs.x.ai/docs/guides/reasoning
  const isBeside = reasoning > 0 && total === prompt + reported + reasoning
  const completion = isBeside ? reported + reasoning : reported
  // FastGPT reports 1, 1 and 1 whatever it has done: https://doc.fastgpt.io/docs/introduction/development/openapi/chat
  if (prompt + completion === 0 || (prompt === 1 && completion === 1 && total === 1)) return undefined
  const details = usage.prompt_tokens_details
  // One kind after the other: what a vendor counts twice is paid once.
  const audioInput = part(details?.audio_tokens, prompt)
  const cacheRead = part(cachedTokens(usage), prompt - audioInput)
  const cacheWrite = part(details?.cache_write_tokens, prompt - audioInput - cacheRead)
  const imageInput = part(details?.image_tokens, prompt - audioInput - cacheRead - cacheWrite)
  const audioOutput = part(outputDetails?.audio_tokens, completion)
  const imageOutput = part(outputDetails?.image_tokens, completion - audioOutput)
  const output = completion - audioOutput - imageOutput
  const read = tokensUsed(prompt - audioInput - cacheRead - cacheWrite - imageInput, output)
  read.cacheRead = cacheRead
  read.cacheWrite5m = cacheWrite
  read.audioInput = audioInput
  read.imageInput = imageInput
  read.reasoning = Math.min(reasoning, output)
  read.audioOutput = audioOutput
  read.imageOutput = imageOutput
  return read
}

const part = (tokens: unknown, most: number) => Math.min(count(tokens) ?? 0, most)

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
