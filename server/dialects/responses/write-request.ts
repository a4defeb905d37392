import type { ChatRequest, Effort, JsonObject, Tool } from '../conversation.ts'
import type { WriteSettings } from '../dialect.ts'
import { defined } from '../json.ts'
import { leaveOut, writeLocation } from '../web-search.ts'
import { writeInput } from './write-input.ts'

/** The least that the API takes. */
const LEAST_TOKENS = 16
/** Models that reason take no sampling parameters, and tell their reasoning encrypted; others refuse to be asked for it. */
const REASONING = /^(?:o\d|gpt-5(?!.*-chat)|codex)/

/** It thinks hard and knows no other word: https://platform.openai.com/docs/models/gpt-5-pro */
const ONE_EFFORT = /^gpt-5(?:\.\d+)?-pro/
/** Longer names are refused. */
const LONGEST_USER = 64

/** Writes a request for a response: https://platform.openai.com/docs/api-reference/responses/create. Nothing is stored. */
export function writeRequest(request: ChatRequest, model: string, settings: WriteSettings = {}): object {
  const { maxTokens, tools, system, turns, toolChoice } = request
  const reasons = REASONING.test(model)
  const offered = [...tools.map(writeTool), ...writeSearch(request, settings)]
  const instructions = system.map((part) => part.text).join('\n\n')
  const effort = request.reasoning && reasons && !ONE_EFFORT.test(model) ? effortOf(request.reasoning) : undefined
  return defined({
    model,
    instructions: instructions || undefined,
    input: turns.flatMap(writeInput),
    store: false,
    include: reasons ? ['reasoning.encrypted_content'] : undefined,
    stream: request.stream || undefined,
    max_output_tokens: maxTokens === undefined ? undefined : Math.max(LEAST_TOKENS, maxTokens),
    temperature: reasons ? undefined : request.temperature,
    top_p: reasons ? undefined : request.topP,
    reasoning: effort ? { effort } : undefined,
    text: writeFormat(request.format),
    tools: offered.length > 0 ? offered : undefined,
    tool_choice: offered.length > 0 ? writeToolChoice(toolChoice, request.webSearch) : undefined,
    parallel_tool_calls: tools.length > 0 ? request.parallelToolCalls : undefined,
    user: request.user && request.user.length <= LONGEST_USER ? request.user : undefined,
    prompt_cache_key: settings.cacheKeyOf?.(request),
  })
}

const SEARCH = 'web_search'

/** https://platform.openai.com/docs/guides/tools-web-search */
function writeSearch({ webSearch }: ChatRequest, { omit }: WriteSettings): JsonObject[] {
  if (!webSearch) return []
  leaveOut(webSearch, omit, 'maxUses', 'blockedDomains')
  const { allowedDomains: allowed_domains, location } = webSearch
  const filters = allowed_domains && { allowed_domains }
  return [defined({ type: SEARCH, filters, user_location: writeLocation(location) })]
}

/** https://platform.openai.com/docs/guides/tools-web-search#limitations */
export const searchesWeb = ({ reasoning }: ChatRequest, model: string) =>
  /^(?:gpt-4o|gpt-4\.1(?!-nano)|gpt-[5-9]|o3(?!-mini)|o4|grok)/.test(model) && reasoning?.effort !== 'minimal'

/** Here tools are strict unless they say otherwise. */
function writeTool({ name, description, parameters, strict }: Tool) {
  return defined({ type: 'function', name, description, parameters, strict: strict ?? false })
}

function writeToolChoice(choice: ChatRequest['toolChoice'], search: ChatRequest['webSearch']) {
  if (search?.isDemanded) return { type: SEARCH }
  return typeof choice === 'object' ? { type: 'function', name: choice.name } : choice
}

function writeFormat(format: ChatRequest['format']) {
  if (!format) return undefined
  if (format.kind === 'json') return { format: { type: 'json_object' } }
  const { name, schema, strict } = format
  return { format: { type: 'json_schema', name, schema, strict: strict ?? false } }
}

/**
 * The words that all models know that answer in this format only. Tokens of thinking become a word by the budgets that
 * Google's compatible interface gives the words.
 */
function effortOf({ effort, budget }: NonNullable<ChatRequest['reasoning']>): Effort | undefined {
  if (effort) return effort === 'medium' ? effort : LEAST.has(effort) ? 'low' : 'high'
  if (budget === undefined || budget < 0) return undefined
  return budget <= 2048 ? 'low' : budget <= 12_000 ? 'medium' : 'high'
}

const LEAST = new Set<Effort>(['none', 'minimal', 'low'])
