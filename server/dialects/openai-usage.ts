import type { Usage } from '#contract/price.ts'
import { tokensUsed } from '#contract/price.ts'
import type { JsonObject } from './conversation.ts'
import { isObject, numberIn, objectOf, objectsOf, textOf } from './json.ts'
import { withTier } from './tiers.ts'

/** What a usage counts, and the names that vendors have for it. The first name that holds a number counts. */
const NAMES = {
  prompt: [
    'prompt_tokens',
    // Responses, pictures, recordings: https://platform.openai.com/docs/api-reference/responses/object
    'input_tokens',
    // Amazon's: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html
    'inputTokens',
    // Google's, and the same in snake case: https://ai.google.dev/api/generate-content#UsageMetadata
    'promptTokenCount',
    'prompt_token_count',
    // Ollama's: https://github.com/ollama/ollama/blob/main/docs/api.md
    'prompt_eval_count',
  ],
  completion: [
    'completion_tokens',
    'output_tokens',
    'outputTokens',
    'candidatesTokenCount',
    'candidates_token_count',
    'eval_count',
  ],
  total: ['total_tokens', 'totalTokens', 'totalTokenCount', 'total_token_count'],
  /** Beside the details: at DeepSeek, Moonshot, Mistral and Google. */
  cached: [
    'prompt_cache_hit_tokens',
    'cached_tokens',
    'num_cached_tokens',
    'cachedContentTokenCount',
    'cached_content_token_count',
  ],
  promptDetails: ['prompt_tokens_details', 'input_tokens_details', 'input_token_details', 'prompt_token_details'],
  completionDetails: ['completion_tokens_details', 'output_tokens_details', 'output_token_details'],
} as const

/** Places where vendors put the usage of an answer or of a chunk, in the order in which they are looked at. */
const PLACES: readonly ((answer: JsonObject) => unknown)[] = [
  ({ usage }) => usage,
  // Moonshot: https://platform.moonshot.ai/docs/api/chat
  ({ choices }) => objectsOf(choices)[0]?.usage,
  // Groq's streams: https://console.groq.com/docs/api-reference
  ({ x_groq }) => objectOf(x_groq).usage,
  ({ message }) => objectOf(message).usage,
  ({ usageMetadata }) => usageMetadata,
  ({ usage_metadata }) => usage_metadata,
  ({ metrics }) => metrics,
  ({ timings }) => inTokens(objectOf(timings)),
  // Ollama counts beside the answer itself.
  (answer) => answer,
]

/** llama.cpp counts what it read anew and what it had: https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md */
function inTokens({ prompt_n, cache_n, predicted_n }: JsonObject): JsonObject {
  const cached_tokens = count(cache_n) ?? 0
  return { prompt_tokens: (count(prompt_n) ?? 0) + cached_tokens, cached_tokens, completion_tokens: predicted_n }
}

/** Finds and reads the usage in an answer or a chunk of OpenAI's family; undefined = it reports none. */
export function usageIn(answer: JsonObject): Usage | undefined {
  for (const place of PLACES) {
    const usage = readOpenAIUsage(place(answer))
    if (usage) return withTier(withSearches(usage, objectOf(place(answer)), answer.model), answer.service_tier)
  }
  return undefined
}

/** A usage with the searches of the web that the vendor ran and sells, where its counts or the model tell of them. */
function withSearches(usage: Usage, counts: JsonObject, model: unknown): Usage {
  const web_search = searchesOf(counts) || (SEARCHING.test(textOf(model)) ? 1 : 0)
  return web_search > 0 ? { ...usage, tools: { ...usage.tools, web_search } } : usage
}

/** Models that search once for each answer: https://platform.openai.com/docs/guides/tools-web-search */
const SEARCHING = /^gpt-[^/]*-search-(?:preview|api)/

/**
 * Perplexity sells answers as a search each, and research by its queries
 * (https://docs.perplexity.ai/getting-started/pricing); xAI sells searches of the web and of X
 * (https://docs.x.ai/developers/tools/tool-usage-details).
 */
function searchesOf({
  num_search_queries,
  search_context_size,
  cost,
  server_side_tool_usage_details,
}: JsonObject): number {
  const { web_search_calls, x_search_calls } = objectOf(server_side_tool_usage_details)
  const queries = count(num_search_queries) ?? (count(web_search_calls) ?? 0) + (count(x_search_calls) ?? 0)
  if (queries > 0) return Math.min(queries, MOST_SEARCHES)
  return search_context_size || (numberIn(objectOf(cost).request_cost) ?? 0) > 0 ? 1 : 0
}
/** More than any answer has: a wrong number must not cost more. */
const MOST_SEARCHES = 10_000

/**
 * Splits a usage object into disjoint components. In this format cached, audio and image tokens are inside `prompt_tokens`
 * (https://platform.openai.com/docs/api-reference/chat/object). undefined when it counts nothing, or more than any model
 * can have done: some upstreams report −1 as an unsigned number.
 */
export function readOpenAIUsage(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined
  const counted = {
    prompt: first(value, NAMES.prompt),
    completion: first(value, NAMES.completion),
    total: first(value, NAMES.total),
  }
  if (isAbsurd(counted.prompt) || isAbsurd(counted.completion) || isAbsurd(counted.total)) return undefined
  const made = detailsIn(value, NAMES.completionDetails)
  const asking = detailsIn(value, NAMES.promptDetails)
  const total = counted.total ?? 0
  // What is not counted by itself is what the total has above the rest.
  const reported = counted.completion ?? Math.max(0, total - (counted.prompt ?? total))
  const asked = counted.prompt ?? Math.max(0, total - reported)
  const audio = count(asking.audio_tokens) ?? 0
  // Mistral counts audio beside the prompt: https://docs.mistral.ai/capabilities/audio
  const prompt = audio > 0 && total === asked + audio + reported ? asked + audio : asked
  const reasoning = count(made.reasoning_tokens) ?? count(value.thoughtsTokenCount) ?? 0
  // xAI counts reasoning beside the completion: https://docs.x.ai/docs/guides/reasoning
  const isBeside = reasoning > 0 && total === prompt + reported + reasoning
  const completion = isBeside ? reported + reasoning : reported
  // FastGPT reports 1, 1 and 1 whatever it has done: https://doc.fastgpt.io/docs/introduction/development/openapi/chat
  if (prompt + completion === 0 || (prompt === 1 && completion === 1 && total === 1)) return undefined
  // One kind after the other: what a vendor counts twice is paid once.
  const audioInput = part(audio, prompt)
  const cacheRead = part(count(asking.cached_tokens) ?? first(value, NAMES.cached), prompt - audioInput)
  const cacheWrite = part(asking.cache_write_tokens, prompt - audioInput - cacheRead)
  const imageInput = part(asking.image_tokens, prompt - audioInput - cacheRead - cacheWrite)
  const audioOutput = part(made.audio_tokens, completion)
  const imageOutput = part(made.image_tokens, completion - audioOutput)
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

/** The first count under one of the names; Infinity for one that is beyond reason. */
function first(value: JsonObject, names: readonly string[]): number | undefined {
  for (const name of names) {
    const given = value[name]
    if (given === undefined || given === null) continue
    if (typeof given === 'number' && !(given <= TOO_MANY)) return Number.POSITIVE_INFINITY
    const tokens = count(given)
    if (tokens !== undefined) return tokens
  }
  return undefined
}

function detailsIn(value: JsonObject, names: readonly string[]): JsonObject {
  for (const name of names) if (isObject(value[name])) return value[name]
  return {}
}

const part = (tokens: unknown, most: number) => Math.min(count(tokens) ?? 0, most)

/** Tokens that no call can have. */
const TOO_MANY = 1_000_000_000

const isAbsurd = (tokens: number | undefined) => tokens === Number.POSITIVE_INFINITY

function count(value: unknown): number | undefined {
  const tokens = numberIn(value)
  return tokens !== undefined && tokens >= 0 ? Math.round(tokens) : undefined
}
