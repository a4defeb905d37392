import type { ChatRequest, JsonObject, Part, ReasoningPart, TextPart, Tool, Turn } from '../conversation.ts'
import { Unwritable, type WriteSettings } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import { fileText, isPicture } from '../media-types.ts'
import { stopsFor } from '../settings.ts'
import { withMarkedInstructions } from '../system-turns.ts'
import { toArgumentsObject } from '../tool-arguments.ts'
import { toAnthropicId } from '../tool-ids.ts'
import { stateValueFor } from '../vendor-state.ts'
import { writeLocation } from '../web-search.ts'
import { withCacheMarks } from './cache-marks.ts'
import { EnforcedSchemas } from './enforced-schemas.ts'
import { type ModelFacts, modelFacts } from './models.ts'
import { writeThinking } from './write-thinking.ts'

/** Writes a request of the Messages API: https://platform.claude.com/docs/en/api/messages */
export function writeRequest(
  asked: ChatRequest,
  model: string,
  { caching, omit, knownAs }: WriteSettings = {},
): object {
  const facts = modelFacts(knownAs ?? model)
  const schemas = facts.supportsSchemas ? new EnforcedSchemas() : undefined
  const { format, words } = writeFormat(asked, schemas, omit)
  const placed = {
    ...asked,
    turns: withMarkedInstructions(asked.turns, (at) => facts.takesSystemTurns && standsWell(asked.turns, at)),
  }
  const instructed = words ? { ...placed, system: [...placed.system, words] } : placed
  const request = caching ? withCacheMarks(instructed, facts, caching) : instructed
  const turns = writeTurns(request.turns, facts)
  const thinking = writeThinking(request, facts)
  return withoutUndefined({
    model,
    max_tokens: thinking.maxTokens,
    system: writeSystem(request),
    messages: turns,
    stream: request.stream || undefined,
    stop_sequences: nonEmpty(stopsFor(request.stop, { isTaken: (text) => text.trim() !== '' }, omit)),
    ...sampling(request, facts, thinking.on, omit),
    tools: nonEmpty([
      ...request.tools.map((tool, index) => writeTool(tool, index, schemas, omit)),
      ...writeSearch(request),
    ]),
    tool_choice: toolChoice(request, thinking.on, omit),
    thinking: thinking.thinking,
    output_config: thinking.effort || format ? withoutUndefined({ effort: thinking.effort, format }) : undefined,
    metadata: userOf(request),
  })
}

/** Instructions follow a user turn, and an answer or nothing follows them; others become texts of the user. */
const standsWell = (turns: readonly Turn[], index: number) =>
  turns[index - 1]?.role === 'user' && turns[index + 1]?.role !== 'user'

const nonEmpty = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined)

const MAX_USER_LENGTH = 256
/** An email address or a telephone number. */
const PERSONAL_DATA = /@|^\+?[\d\s().-]{7,}$/

/**
 * Drops user names that Anthropic refuses: too long, or possibly personal data:
 * https://platform.claude.com/docs/en/api/messages
 */
function userOf({ user }: ChatRequest) {
  if (user === undefined || user.length > MAX_USER_LENGTH || PERSONAL_DATA.test(user)) return undefined
  return { user_id: user }
}

/** Limits the temperature to 1. Models refuse temperature and top_p together, and thinking models refuse either. */
function sampling(
  { temperature, topP, topK }: ChatRequest,
  { fixedSampling }: ModelFacts,
  thinks: boolean,
  omit: WriteSettings['omit'],
) {
  const isFixed = fixedSampling || thinks
  if (isFixed && (temperature ?? 1) !== 1) omit?.('temperature')
  if ((isFixed || temperature !== undefined) && (topP ?? 1) !== 1) omit?.('top_p')
  if (isFixed && topK !== undefined) omit?.('top_k')
  if (isFixed) return {}
  return {
    temperature: temperature === undefined ? undefined : Math.min(Math.max(temperature, 0), 1),
    top_p: temperature === undefined ? topP : undefined,
    top_k: topK,
  }
}

function writeSystem({ system }: ChatRequest) {
  const blocks = system.map(textBlock)
  const isPlain = blocks.length === 1 && !blocks[0]?.cache_control
  return isPlain ? blocks[0]?.text : nonEmpty(blocks)
}

/** The form of the answer: as a setting where the model can be held to it, else in words for the instructions. */
function writeFormat({ format }: ChatRequest, schemas: EnforcedSchemas | undefined, omit: WriteSettings['omit']) {
  if (!format) return {}
  if (format.kind === 'json') return { words: textPart('Answer with a single JSON object and nothing else.') }
  const reduced = schemas?.ofAnswer(format.schema)
  if (!reduced) {
    if (schemas) omit?.('response_format.schema: enforcement')
    const schema = JSON.stringify(format.schema)
    return { words: textPart(`Answer with JSON that fits this JSON schema and nothing else: ${schema}`) }
  }
  if (reduced.described.length > 0) omit?.(`response_format.schema: ${reduced.described.join(', ')}`)
  return { format: { type: 'json_schema', schema: reduced.schema } }
}

const textPart = (text: string): TextPart => ({ kind: 'text', text })

function toolChoice(
  { toolChoice: choice, parallelToolCalls, tools, webSearch }: ChatRequest,
  thinks: boolean,
  omit: WriteSettings['omit'],
) {
  if (webSearch?.isRequired && !thinks) return { type: 'tool', name: SEARCH }
  if (tools.length === 0) return undefined
  const disable = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {}
  if (choice === 'none') return { type: 'none' }
  // A thinking model cannot be forced to call a tool.
  if (choice === undefined || choice === 'auto' || thinks) {
    if (choice !== undefined && choice !== 'auto') omit?.('tool_choice')
    return choice || parallelToolCalls === false ? { type: 'auto', ...disable } : undefined
  }
  return choice === 'required' ? { type: 'any', ...disable } : { type: 'tool', name: choice.name, ...disable }
}

const SEARCH = 'web_search'

/**
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool, which accepts one domain filter.
 */
function writeSearch({ webSearch }: ChatRequest): JsonObject[] {
  if (!webSearch) return []
  const { maxUses, allowedDomains, blockedDomains, location } = webSearch
  return [
    withoutUndefined({
      type: 'web_search_20250305',
      name: SEARCH,
      max_uses: maxUses,
      allowed_domains: allowedDomains,
      blocked_domains: allowedDomains ? undefined : blockedDomains,
      user_location: writeLocation(location),
    }),
  ]
}

/** Supported from Claude 3.5 on, unless a function of the caller has the same name. */
export const searchesWeb = ({ tools }: ChatRequest, model: string) =>
  /claude/i.test(model) &&
  !/claude-(?:2|instant|3-(?:opus|sonnet|haiku))/i.test(model) &&
  !tools.some(({ name }) => name === SEARCH)

/** Arguments of strict tools are held to the same subset as answers; other tools keep their schemas. */
function writeTool(
  { name, description, parameters: schema, strict, cacheControl }: Tool,
  index: number,
  schemas: EnforcedSchemas | undefined,
  omit: WriteSettings['omit'],
) {
  const reduced = strict ? schemas?.ofTool(schema) : undefined
  if (strict && !reduced) omit?.(`tools[${index}].strict`)
  if (reduced?.described.length) omit?.(`tools[${index}]: ${reduced.described.join(', ')}`)
  const input_schema = reduced?.schema ?? schema
  return withoutUndefined({ name, description, input_schema, strict: reduced && true, ...cacheMark(cacheControl) })
}

/**
 * Writes the turns. The first turn is the user's, no turn is empty, and the last one may begin the answer only if
 * the model allows it.
 */
function writeTurns(turns: Turn[], { allowsPrefill: prefill }: ModelFacts) {
  const written = turns
    .map((turn) => ({ role: turn.role, content: blocks(turn) }))
    .filter(({ content }) => content.length > 0)
  if (written.length === 0) throw new Unwritable('the conversation has no messages besides instructions')
  if (written[0]?.role === 'assistant') written.unshift({ role: 'user', content: [{ type: 'text', text: '...' }] })
  const last = written.at(-1)
  if (last?.role === 'assistant') {
    if (!prefill) written.push({ role: 'user', content: [{ type: 'text', text: 'Continue.' }] })
    else last.content = withoutTrailingBlanks(last.content)
  }
  return written
}

/** The vendor refuses the beginning of an answer if it ends in white space. */
function withoutTrailingBlanks(content: JsonObject[]): JsonObject[] {
  const last = content.at(-1)
  if (typeof last?.text !== 'string') return content
  const text = last.text.trimEnd()
  return text ? [...content.slice(0, -1), { ...last, text }] : content.slice(0, -1)
}

/**
 * Puts tool results before anything else in their turn. The model's own parts keep their order, which is signed.
 */
function blocks({ role, parts }: Turn): JsonObject[] {
  if (role === 'assistant') return parts.flatMap(block)
  return [...parts].sort((a, b) => order(a) - order(b)).flatMap(block)
}

const order = ({ kind }: Part) => (kind === 'tool_result' ? 0 : 1)

function block(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return part.text.trim() === '' ? [] : [textBlock(part)]
    case 'image':
      return [{ type: 'image', source: source(part.source), ...cacheMark(part.cacheControl) }]
    case 'file':
      if (isPicture(part.source)) return block({ ...part, kind: 'image' })
      return [
        withoutUndefined({
          type: 'document',
          source: source(part.source),
          title: part.name,
          ...cacheMark(part.cacheControl),
        }),
      ]
    case 'audio':
      throw new Unwritable('this model does not take audio')
    case 'tool_call':
      return [
        {
          type: 'tool_use',
          id: toAnthropicId(part.id),
          name: part.name,
          input: toArgumentsObject(part.arguments),
        },
      ]
    case 'tool_result':
      return [
        withoutUndefined({
          type: 'tool_result',
          tool_use_id: toAnthropicId(part.id),
          content: nonEmpty(part.content.flatMap(block)),
          is_error: part.isError || undefined,
          ...cacheMark(part.cacheControl),
        }),
      ]
    case 'reasoning':
      return thought(part)
  }
}

/** The vendor refuses reasoning without its own signature. */
function thought({ text, state }: ReasoningPart): JsonObject[] {
  const value = stateValueFor('anthropic', state)
  if (value === undefined) return []
  return state?.kind === 'redacted'
    ? [{ type: 'redacted_thinking', data: value }]
    : [{ type: 'thinking', thinking: text, signature: value }]
}

function textBlock({ text, cacheControl }: TextPart): { type: 'text'; text: string; cache_control?: JsonObject } {
  return { type: 'text', text, ...cacheMark(cacheControl) }
}

/**
 * Keeps only the marker fields that every server of these models supports: Bedrock and Vertex refuse the rest, such
 * as a scope.
 */
function cacheMark(cacheControl: JsonObject | undefined): { cache_control?: JsonObject } {
  if (!cacheControl) return {}
  const { type, ttl } = cacheControl
  return { cache_control: withoutUndefined({ type, ttl }) }
}

function source(media: { url: string } | { mediaType: string; data: string }) {
  if ('url' in media) return { type: 'url', url: media.url }
  const text = fileText(media)
  if (text !== undefined) return { type: 'text', media_type: 'text/plain', data: text }
  return { type: 'base64', media_type: media.mediaType, data: media.data }
}
