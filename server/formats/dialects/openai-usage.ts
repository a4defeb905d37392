import { isRecord } from '#contract/is-record.ts'
import { tokensUsed, type Usage } from '#contract/prices/price.ts'
import type { JsonObject } from './conversation.ts'
import { countTools } from './counted-tools.ts'
import { objectOf, objectsOf, readNumber } from './json.ts'
import { withTier, withToldCost } from './told-price.ts'

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
  /** OpenAI; Anthropic's models behind DashScope, LiteLLM and programs of this family. */
  cacheWrites: ['cache_write_tokens', 'cache_creation_input_tokens', 'cache_creation_tokens', 'cached_creation_tokens'],
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
    const tools = countTools(counts, answer)
    return withToldCost(withTier(tools ? { ...usage, tools } : usage, answer.service_tier), counts)
  }
  return undefined
}

/**
 * Splits a usage object into disjoint components. In this format cached, audio and image tokens are included in
 * `prompt_tokens` (https://platform.openai.com/docs/api-reference/chat/object). Returns undefined if it counts
 * nothing, or more than any model can have used: some upstreams report −1 as an unsigned number.
 */
export function readOpenAIUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
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
  // Research of Perplexity reads and thinks beside the total: https://docs.perplexity.ai/getting-started/pricing
  const isResearch = value.citation_tokens !== undefined
  const cited = isResearch ? (count(value.citation_tokens) ?? 0) : 0
  const researched = isResearch ? (count(value.reasoning_tokens) ?? 0) : 0
  // Mistral counts audio in addition to the prompt: https://docs.mistral.ai/capabilities/audio
  const isHeardBeside = audio > 0 && total === promptTokens + audio + reported
  const prompt = promptTokens + (isHeardBeside ? audio : cited)
  const reasoning = count(made.reasoning_tokens) ?? count(value.thoughtsTokenCount) ?? researched
  // xAI counts reasoning in addition to the completion: https://docs.x.ai/docs/guides/reasoning
  const isBeside = researched > 0 || (reasoning > 0 && total === prompt + reported + reasoning)
  const completion = isBeside ? reported + reasoning : reported
  // FastGPT always reports 1, 1 and 1: https://doc.fastgpt.io/docs/introduction/development/openapi/chat
  if (prompt + completion === 0 || (prompt === 1 && completion === 1 && total === 1)) return undefined
  // Components are subtracted one after the other, so that tokens that a vendor counts twice are charged once.
  const audioInput = countUpTo(audio, prompt)
  const cacheRead = countUpTo(count(asking.cached_tokens) ?? firstCount(value, NAMES.cached), prompt - audioInput)
  const written = firstCount(asking, NAMES.cacheWrites) ?? firstCount(value, NAMES.cacheWrites)
  const cacheWrite = countUpTo(written, prompt - audioInput - cacheRead)
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
    if (given !== undefined && isRecord(given)) return given
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
