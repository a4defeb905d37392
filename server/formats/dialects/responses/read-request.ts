import { type ChatRequest, type JsonObject, readEffort } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { numberOf, objectOf, readNumbers, textOf, withoutUndefined } from '../json.ts'
import { readCompaction, requestsCompaction, SUMMARIZE } from './compaction.ts'
import { readInput } from './read-input.ts'
import { readToolChoice, readTools } from './read-tools.ts'

/**
 * Reads a Responses request: https://platform.openai.com/docs/api-reference/responses/create. `fields.ts` lists how
 * each field is handled. Throws BadRequest.
 */
export function readRequest(request: JsonObject, stream: boolean): ChatRequest {
  refuseKept(request)
  const offered = readTools(request)
  const { system, turns, omitted } = readInput(request.input, offered.names)
  const isCompaction = requestsCompaction(request.input)
  // A summary needs no web search.
  const search = isCompaction && offered.webSearch ? [offered.webSearch.note] : []
  const leftOut = [...offered.omitted, ...search, ...omitted]
  const instructions = textOf(request.instructions)
  return withoutUndefined<ChatRequest>({
    system: [...(instructions ? [{ kind: 'text' as const, text: instructions }] : []), ...system],
    turns: isCompaction ? [...turns, SUMMARIZE] : turns,
    stream,
    stop: [],
    ...(isCompaction ? readCompaction(request.input, offered) : readToolChoice(request.tool_choice, offered)),
    ...readNumbers(request, NUMBERS),
    ...(request.parallel_tool_calls === false ? { parallelToolCalls: false } : {}),
    ...(isCompaction ? {} : readFormat(objectOf(objectOf(request.text).format))),
    ...readReasoning(objectOf(request.reasoning)),
    ...(textOf(objectOf(request.text).verbosity) ? { verbosity: textOf(objectOf(request.text).verbosity) } : {}),
    ...readUser(request),
    ...readLogprobsWanted(request),
    ...(textOf(request.prompt_cache_key) ? { cacheKey: textOf(request.prompt_cache_key) } : {}),
    echo: echoOf(request),
    ...(leftOut.length > 0 ? { omitted: leftOut } : {}),
  })
}

/** Fields that refer to data stored at OpenAI, which no other upstream has. */
const KEPT = ['conversation', 'prompt'] as const

function refuseKept(request: JsonObject): void {
  const { previous_response_id: previous } = request
  const missing = `Previous response with id '${textOf(previous)}' not found.`
  if (previous) throw new BadRequest('previous_response_id', missing, 'previous_response_not_found')
  const field = KEPT.find((name) => Boolean(request[name]))
  if (field)
    throw new BadRequest(field, "is only known to OpenAI's own interface, which does not serve this model here")
}

/** Without `include`, the number of others alone means nothing at OpenAI; it says what is wanted all the same. */
function readLogprobsWanted({ include, top_logprobs }: JsonObject): Partial<ChatRequest> {
  const others = numberOf(top_logprobs) ?? 0
  const isNamed = Array.isArray(include) && include.includes(LOGPROBS)
  return isNamed || others > 0 ? { logprobs: others } : {}
}

/** The value of `include` that asks for probabilities. */
export const LOGPROBS = 'message.output_text.logprobs'

const NUMBERS = { max_output_tokens: 'maxTokens', temperature: 'temperature', top_p: 'topP' } as const

function readUser({ user, safety_identifier }: JsonObject): Partial<ChatRequest> {
  const named = textOf(user) || textOf(safety_identifier)
  return named ? { user: named } : {}
}

function readReasoning({ effort: named }: JsonObject): Partial<ChatRequest> {
  const effort = readEffort(named)
  return effort ? { reasoning: { effort } } : {}
}

function readFormat({ type, name, schema, strict }: JsonObject): Partial<ChatRequest> {
  if (type === 'json_object') return { format: { kind: 'json' } }
  if (type !== 'json_schema') return {}
  const isStrict = typeof strict === 'boolean' ? { strict } : {}
  return { format: { kind: 'schema', name: textOf(name) || 'answer', schema: objectOf(schema), ...isStrict } }
}

const ECHOED = [
  ...['max_output_tokens', 'metadata', 'parallel_tool_calls', 'prompt_cache_key', 'reasoning', 'safety_identifier'],
  ...['temperature', 'text', 'tool_choice', 'top_logprobs', 'top_p', 'user'],
]

/**
 * Returns the settings that an answer repeats, without instructions and tools: these are long, and part of every
 * call of an agent.
 */
function echoOf(request: JsonObject): JsonObject {
  const echoedFields = ECHOED.filter((name) => request[name] !== undefined && request[name] !== null)
  return Object.fromEntries(echoedFields.map((name) => [name, request[name]]))
}
