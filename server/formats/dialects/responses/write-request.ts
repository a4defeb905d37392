import type { ChatRequest, Effort, JsonObject, Tool } from '../conversation.ts'
import type { WriteSettings } from '../dialect.ts'
import { strictnessOf } from '../function-schemas.ts'
import { withoutUndefined } from '../json.ts'
import { nearestEffort } from '../model-rules/adjust-request.ts'
import { findRule, plainName } from '../model-rules/find-rule.ts'
import { takesVerbosity } from '../openai/models.ts'
import { toSchemaName } from '../tool-names.ts'
import { omitSearchOptions, writeLocation } from '../web-search.ts'
import { LOGPROBS } from './read-request.ts'
import { writeInput } from './write-input.ts'

/** The API's minimum. */
const MIN_TOKENS = 16
/**
 * Reasoning models refuse sampling parameters and return encrypted reasoning; other models refuse requests for it.
 */
const REASONING = /^(?:o\d|gpt-(?:[5-9]|\d\d)(?!.*-chat)|codex)/

/** Models whose only effort is high: https://platform.openai.com/docs/models/gpt-5-pro */
const ONE_EFFORT = /^gpt-\d+(?:\.\d+)?-pro/
/** The API refuses longer names. */
const MAX_USER_LENGTH = 64

/**
 * Writes a Responses request: https://platform.openai.com/docs/api-reference/responses/create. Nothing is stored.
 */
export function writeRequest(request: ChatRequest, model: string, settings: WriteSettings = {}): object {
  const { maxTokens, tools, system, turns, toolChoice } = request
  const known = plainName(settings.knownAs ?? model)
  const reasons = REASONING.test(known)
  const offered = [
    ...tools.map((tool, index) => writeTool(tool, index, settings.omit)),
    ...writeSearch(request, settings),
  ]
  if (reasons) for (const name of refusedSampling(request)) settings.omit?.(name)
  const instructions = system.map((part) => part.text).join('\n\n')
  const effort =
    request.reasoning && reasons && !ONE_EFFORT.test(known) ? effortOf(request.reasoning, known) : undefined
  return withoutUndefined({
    model,
    instructions: instructions || undefined,
    input: turns.flatMap(writeInput),
    store: false,
    ...writeInclude(request, reasons, settings.omit),
    stream: request.stream || undefined,
    max_output_tokens: maxTokens === undefined ? undefined : Math.max(MIN_TOKENS, maxTokens),
    temperature: reasons ? undefined : request.temperature,
    top_p: reasons ? undefined : request.topP,
    reasoning: effort ? { effort } : undefined,
    text: writeText(request, takesVerbosity(known), settings.omit),
    tools: offered.length > 0 ? offered : undefined,
    tool_choice: offered.length > 0 ? writeToolChoice(toolChoice, request.webSearch) : undefined,
    parallel_tool_calls: tools.length > 0 ? request.parallelToolCalls : undefined,
    user: request.user && request.user.length <= MAX_USER_LENGTH ? request.user : undefined,
    prompt_cache_key: settings.cacheKeyOf?.(request),
  })
}

/** The sampling that was asked for, where it differs from the default of reasoning models. */
const refusedSampling = ({ temperature = 1, topP = 1 }: ChatRequest) => [
  ...(temperature === 1 ? [] : ['temperature']),
  ...(topP === 1 ? [] : ['top_p']),
]

/** Reasoning models tell no probabilities: https://platform.openai.com/docs/guides/latest-model */
function writeInclude({ logprobs }: ChatRequest, reasons: boolean, omit: WriteSettings['omit']): JsonObject {
  if (reasons && logprobs !== undefined) omit?.('logprobs')
  if (reasons) return { include: ['reasoning.encrypted_content'] }
  return logprobs === undefined ? {} : { include: [LOGPROBS], top_logprobs: logprobs || undefined }
}

const SEARCH = 'web_search'

/** https://platform.openai.com/docs/guides/tools-web-search */
function writeSearch({ webSearch }: ChatRequest, { omit }: WriteSettings): JsonObject[] {
  if (!webSearch) return []
  omitSearchOptions(webSearch, omit, 'maxUses', 'blockedDomains')
  const { allowedDomains: allowed_domains, location } = webSearch
  const filters = allowed_domains && { allowed_domains }
  return [withoutUndefined({ type: SEARCH, filters, user_location: writeLocation(location) })]
}

/** https://platform.openai.com/docs/guides/tools-web-search#limitations */
export const searchesWeb = ({ reasoning }: ChatRequest, model: string) =>
  /^(?:gpt-4o|gpt-4\.1(?!-nano)|gpt-[5-9]|o3(?!-mini)|o4|grok)/.test(plainName(model)) &&
  reasoning?.effort !== 'minimal'

/** In this format tools are strict by default. */
function writeTool({ name, description, parameters, strict }: Tool, index: number, omit: WriteSettings['omit']) {
  const kept = strictnessOf(parameters, strict, () => omit?.(`tools[${index}].strict`))
  return withoutUndefined({ type: 'function', name, description, parameters, strict: kept ?? false })
}

function writeToolChoice(choice: ChatRequest['toolChoice'], search: ChatRequest['webSearch']) {
  if (search?.isRequired) return { type: SEARCH }
  return typeof choice === 'object' ? { type: 'function', name: choice.name } : choice
}

function writeText({ format, verbosity }: ChatRequest, isVerbose: boolean, omit: WriteSettings['omit']) {
  const text = withoutUndefined({ ...writeFormat(format, omit), verbosity: isVerbose ? verbosity : undefined })
  return Object.keys(text).length > 0 ? text : undefined
}

function writeFormat(format: ChatRequest['format'], omit: WriteSettings['omit']) {
  if (!format) return {}
  if (format.kind === 'json') return { format: { type: 'json_object' } }
  const { name, schema } = format
  const strict = strictnessOf(schema, format.strict, () => omit?.('response_format.strict'))
  return { format: { type: 'json_schema', name: toSchemaName(name), schema, strict: strict ?? false } }
}

/**
 * Returns the nearest effort of the model; for an unknown model an effort of all models with this format alone. Token budgets are
 * converted by the budgets that Google's OpenAI-compatible API assigns to the levels.
 */
function effortOf({ effort, budget }: NonNullable<ChatRequest['reasoning']>, known: string): Effort | undefined {
  const { efforts = [] } = findRule(known) ?? {}
  if (effort && efforts.length > 0) return nearestEffort(effort, efforts)
  if (effort) return effort === 'medium' ? effort : LOW_EFFORTS.has(effort) ? 'low' : 'high'
  if (budget === undefined || budget < 0) return undefined
  return budget <= 2048 ? 'low' : budget <= 12_000 ? 'medium' : 'high'
}

const LOW_EFFORTS = new Set<Effort>(['none', 'minimal', 'low'])
