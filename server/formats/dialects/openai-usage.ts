import { type ToolCalls, tokensUsed, type Usage } from '#contract/prices/price.ts'
import type { JsonObject } from './conversation.ts'
import { isObject, objectOf, objectsOf, readNumber, textOf } from './json.ts'
import { withTier } from './tiers.ts'
import { withToldCost } from './told-cost.ts'

/**
 * The counts of a usage object, and the field names that vendors use for each. The first field with a number wins.
 */
const NAMES = {
  prompt: [
    'prompt_tokens',
    // Responses, images, transcriptions: https://platform.openai.com/docs/api-reference/responses/object
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
  /** Outside the details object: DeepSeek, Moonshot, Mistral and Google. */
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

/** Locations of the usage in an answer or chunk, in the order in which they are searched. */
const USAGE_LOCATIONS: readonly ((answer: JsonObject) => unknown)[] = [
  ({ usage }) => usage,
  // Moonshot: https://platform.moonshot.ai/docs/api/chat
  ({ choices }) => objectsOf(choices)[0]?.usage,
  // Groq's streams: https://console.groq.com/docs/api-reference
  ({ x_groq }) => objectOf(x_groq).usage,
  ({ message }) => objectOf(message).usage,
  ({ usageMetadata }) => usageMetadata,
  ({ usage_metadata }) => usage_metadata,
  ({ metrics }) => metrics,
  ({ timings }) => readTimings(objectOf(timings)),
  // Ollama has the counts at the top level of the answer.
  (answer) => answer,
]

/**
 * llama.cpp counts newly processed and cached prompt tokens separately:
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
 */
function readTimings({ prompt_n, cache_n, predicted_n }: JsonObject): JsonObject {
  const cached_tokens = count(cache_n) ?? 0
  return { prompt_tokens: (count(prompt_n) ?? 0) + cached_tokens, cached_tokens, completion_tokens: predicted_n }
}

/** Finds and reads the usage in an answer or chunk of OpenAI's family; undefined = there is none. */
export function findUsage(answer: JsonObject): Usage | undefined {
  for (const place of USAGE_LOCATIONS) {
    const usage = readOpenAIUsage(place(answer))
    if (!usage) continue
    const counts = objectOf(place(answer))
    return withToldCost(withTier(withFees(usage, counts, answer), answer.service_tier), counts)
  }
  return undefined
}

/** Adds the calls of tools that the vendor ran and charges for, if the counts or the model indicate them. */
function withFees(usage: Usage, counts: JsonObject, { model, web_search: pages }: JsonObject): Usage {
  const details = counts.server_side_tool_usage_details
  const tools = details === undefined ? {} : toolsOfXai(objectOf(details))
  const isSearched = SEARCHING.test(textOf(model)) || objectsOf(pages).length > 0
  const searches = countSearches(counts) || tools.web_search || (isSearched ? 1 : 0)
  if (searches > 0) tools.web_search = searches
  return Object.keys(tools).length > 0 ? { ...usage, tools: { ...usage.tools, ...tools } } : usage
}

/**
 * Models that run one search per answer: https://platform.openai.com/docs/guides/tools-web-search. Zhipu lists the
 * pages that its search found: https://docs.bigmodel.cn/cn/guide/tools/web-search
 */
const SEARCHING = /^gpt-[^/]*-search-(?:preview|api)/

/** https://docs.x.ai/developers/tools/tool-usage-details: searches of the web and of X cost the same. */
function toolsOfXai(details: JsonObject): ToolCalls {
  const sum = (...names: string[]) =>
    Math.min(
      names.reduce((total, name) => total + (count(details[name]) ?? 0), 0),
      MAX_SEARCHES,
    )
  const calls: ToolCalls = {
    web_search: sum('web_search_calls', 'x_search_calls'),
    file_search: sum('file_search_calls', 'document_search_calls'),
    code_interpreter: sum('code_interpreter_calls'),
    image_generation: sum('image_generation_calls'),
  }
  return Object.fromEntries(Object.entries(calls).filter(([, times]) => times > 0))
}

/**
 * Perplexity charges one search per answer, and research by its queries
 * (https://docs.perplexity.ai/getting-started/pricing). DashScope counts its plug-ins
 * (https://help.aliyun.com/zh/model-studio/web-search).
 */
function countSearches({ num_search_queries, search_context_size, cost, plugins }: JsonObject): number {
  if ((num_search_queries ?? search_context_size ?? cost ?? plugins) === undefined) return 0
  const queries = count(num_search_queries) ?? count(objectOf(objectOf(plugins).search).count) ?? 0
  if (queries > 0) return Math.min(queries, MAX_SEARCHES)
  return search_context_size || (readNumber(objectOf(cost).request_cost) ?? 0) > 0 ? 1 : 0
}
/** More than any answer has. Limits what a wrong number can cost. */
const MAX_SEARCHES = 10_000

/**
 * Splits a usage object into disjoint components. In this format cached, audio and image tokens are included in
 * `prompt_tokens` (https://platform.openai.com/docs/api-reference/chat/object). Returns undefined if it counts
 * nothing, or more than any model can have used: some upstreams report −1 as an unsigned number.
 */
export function readOpenAIUsage(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined
  const counted = {
    prompt: firstCount(value, NAMES.prompt),
    completion: firstCount(value, NAMES.completion),
    total: firstCount(value, NAMES.total),
  }
  if (Math.max(counted.prompt ?? 0, counted.completion ?? 0, counted.total ?? 0) === Number.POSITIVE_INFINITY)
    return undefined
  const made = detailsIn(value, NAMES.completionDetails)
  const asking = detailsIn(value, NAMES.promptDetails)
  const total = counted.total ?? 0
  // A missing completion count is the total minus the rest.
  const reported = counted.completion ?? Math.max(0, total - (counted.prompt ?? total))
  const promptTokens = counted.prompt ?? Math.max(0, total - reported)
  const audio = count(asking.audio_tokens) ?? 0
  // Mistral counts audio in addition to the prompt: https://docs.mistral.ai/capabilities/audio
  const prompt = audio > 0 && total === promptTokens + audio + reported ? promptTokens + audio : promptTokens
  const reasoning = count(made.reasoning_tokens) ?? count(value.thoughtsTokenCount) ?? 0
  // xAI counts reasoning in addition to the completion: https://docs.x.ai/docs/guides/reasoning
  const isBeside = reasoning > 0 && total === prompt + reported + reasoning
  const completion = isBeside ? reported + reasoning : reported
  // FastGPT always reports 1, 1 and 1: https://doc.fastgpt.io/docs/introduction/development/openapi/chat
  if (prompt + completion === 0 || (prompt === 1 && completion === 1 && total === 1)) return undefined
  // Components are subtracted one after the other, so that tokens that a vendor counts twice are charged once.
  const audioInput = countUpTo(audio, prompt)
  const cacheRead = countUpTo(count(asking.cached_tokens) ?? firstCount(value, NAMES.cached), prompt - audioInput)
  const cacheWrite = countUpTo(asking.cache_write_tokens, prompt - audioInput - cacheRead)
  const imageInput = countUpTo(asking.image_tokens, prompt - audioInput - cacheRead - cacheWrite)
  const audioOutput = countUpTo(made.audio_tokens, completion)
  const imageOutput = countUpTo(made.image_tokens, completion - audioOutput)
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

/** Returns the first count under one of the names; Infinity for an implausible count. */
function firstCount(value: JsonObject, names: readonly string[]): number | undefined {
  for (const name of names) {
    const given = value[name]
    if (given === undefined || given === null) continue
    if (typeof given === 'number' && !(given <= MAX_TOKENS)) return Number.POSITIVE_INFINITY
    const tokens = count(given)
    if (tokens !== undefined) return tokens
  }
  return undefined
}

const NO_DETAILS: JsonObject = {}

function detailsIn(value: JsonObject, names: readonly string[]): JsonObject {
  for (const name of names) {
    const given = value[name]
    if (given !== undefined && isObject(given)) return given
  }
  return NO_DETAILS
}

const countUpTo = (tokens: unknown, most: number) => Math.min(count(tokens) ?? 0, most)

/** More tokens than any call can have. */
const MAX_TOKENS = 1_000_000_000

function count(value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number') return value >= 0 && value <= Number.MAX_VALUE ? Math.round(value) : undefined
  const tokens = readNumber(value)
  return tokens !== undefined && tokens >= 0 ? Math.round(tokens) : undefined
}
