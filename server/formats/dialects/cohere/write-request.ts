import type {
  ChatRequest,
  ImagePart,
  JsonObject,
  Part,
  Tool,
  ToolCallPart,
  ToolResultPart,
  Turn,
} from '../conversation.ts'
import { Unwritable, type WriteSettings } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import { toDataUrl } from '../media-types.ts'
import { stopsFor } from '../settings.ts'
import { toArgumentsObject } from '../tool-arguments.ts'
import { writeName } from './tool-names.ts'

const MAX_STOPS = 5
const MAX_TOP_K = 500
/** Only these models accept reasoning settings: https://docs.cohere.com/docs/reasoning */
const REASONING_MODELS = /reasoning/

/** Writes a request of the Chat API, version 2: https://docs.cohere.com/reference/chat */
export function writeRequest(request: ChatRequest, model: string, { omit }: WriteSettings = {}): object {
  const stops = stopsFor(request.stop, { most: MAX_STOPS }, omit)
  const messages = [...writeSystem(request), ...request.turns.flatMap(writeTurn)]
  if (!messages.some(({ role }) => role !== 'system')) {
    throw new Unwritable('the conversation has no messages besides instructions')
  }
  const tools = toolsOf(request)
  return withoutUndefined({
    model,
    messages,
    stream: request.stream || undefined,
    tools: tools.length > 0 ? tools.map(writeTool) : undefined,
    tool_choice: tools.length > 0 ? toolChoice(request) : undefined,
    strict_tools: tools.some(({ strict }) => strict) || undefined,
    response_format: tools.length > 0 ? undefined : responseFormat(request),
    max_tokens: request.maxTokens,
    stop_sequences: stops.length > 0 ? stops : undefined,
    temperature: clamp(request.temperature, 0, 1),
    p: clamp(request.topP, 0.01, 0.99),
    k: clamp(request.topK, 0, MAX_TOP_K),
    seed: request.seed !== undefined && request.seed >= 0 ? Math.floor(request.seed) : undefined,
    ...penalties(request),
    logprobs: request.logprobs === undefined ? undefined : true,
    thinking: REASONING_MODELS.test(model) ? thinking(request) : undefined,
  })
}

const clamp = (value: number | undefined, least: number, most: number) =>
  value === undefined ? undefined : Math.min(Math.max(value, least), most)

/** Some models refuse both penalties together. */
function penalties({ frequencyPenalty, presencePenalty }: ChatRequest) {
  const frequency = clamp(frequencyPenalty, 0, 1)
  return { frequency_penalty: frequency, presence_penalty: frequency ? undefined : clamp(presencePenalty, 0, 1) }
}

function thinking({ reasoning }: ChatRequest) {
  const { effort, budget } = reasoning ?? {}
  if (budget === 0 || (budget === undefined && effort === 'none')) return { type: 'disabled' }
  if (budget !== undefined && budget > 0) return { type: 'enabled', token_budget: budget }
  return effort ? { type: 'enabled' } : undefined
}

/**
 * Writes the instructions, including the request for JSON together with tools, for which the API has no setting.
 */
function writeSystem({ system, tools, format }: ChatRequest): JsonObject[] {
  const texts = system.map(({ text }) => text)
  if (tools.length > 0 && format?.kind === 'json') texts.push('Answer with a single JSON object and nothing else.')
  if (tools.length > 0 && format?.kind === 'schema') {
    texts.push(`Answer with JSON that fits this JSON schema and nothing else: ${JSON.stringify(format.schema)}`)
  }
  return texts.length > 0 ? [{ role: 'system', content: texts.join('\n\n') }] : []
}

function responseFormat({ format }: ChatRequest) {
  if (!format) return undefined
  return format.kind === 'json' ? { type: 'json_object' } : { type: 'json_object', json_schema: format.schema }
}

/** The format cannot require one of several tools: the others are left out. */
function toolsOf({ tools, toolChoice: choice }: ChatRequest): Tool[] {
  return typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools
}

function toolChoice({ toolChoice: choice }: ChatRequest) {
  if (choice === 'none') return 'NONE'
  return choice === 'required' || typeof choice === 'object' ? 'REQUIRED' : undefined
}

function writeTool({ name, description, parameters }: Tool) {
  const called = { name: writeName(name), description, parameters }
  return { type: 'function', function: withoutUndefined(called) }
}

function writeTurn({ role, parts }: Turn): JsonObject[] {
  if (role === 'system') return [{ role, content: textIn(parts, 'text', '\n\n') }]
  if (role === 'assistant') return assistantMessage(parts)
  const results = parts.filter((part) => part.kind === 'tool_result')
  // A tool message holds only text: its pictures follow in a message of the user.
  const media = results.flatMap(({ content }) => content.filter(({ kind }) => kind !== 'text'))
  const content = [...media, ...parts.filter((part) => part.kind !== 'tool_result')].flatMap(contentPart)
  const only = content.length === 1 ? content[0]?.text : undefined
  const message = content.length > 0 ? [{ role: 'user', content: only ?? content }] : []
  return [...results.map(toolMessage), ...message]
}

/** Text next to tool calls is the plan for them. */
function assistantMessage(parts: Part[]): JsonObject[] {
  const text = textIn(parts, 'text')
  const calls = parts.filter((part) => part.kind === 'tool_call')
  if (calls.length === 0) return text ? [{ role: 'assistant', content: text }] : []
  const plan = text || textIn(parts, 'reasoning')
  return [withoutUndefined({ role: 'assistant', tool_plan: plan || undefined, tool_calls: calls.map(writeCall) })]
}

function textIn(parts: Part[], kind: 'text' | 'reasoning', separator = ''): string {
  return parts.map((part) => (part.kind === kind ? part.text : '')).join(separator)
}

function writeCall({ id, name, arguments: text }: ToolCallPart) {
  const called = { name: writeName(name), arguments: JSON.stringify(toArgumentsObject(text)) }
  return { id, type: 'function', function: called }
}

function toolMessage({ id, content }: ToolResultPart): JsonObject {
  // The API refuses an empty result.
  return { role: 'tool', tool_call_id: id, content: textIn(content, 'text') || '(no output)' }
}

function contentPart(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return part.text ? [{ type: 'text', text: part.text }] : []
    case 'image':
      return [{ type: 'image_url', image_url: withoutUndefined({ url: urlOf(part), detail: part.detail }) }]
    case 'file':
      if ('data' in part.source && part.source.mediaType.startsWith('text/')) {
        return [{ type: 'text', text: Buffer.from(part.source.data, 'base64').toString('utf8') }]
      }
      throw new Unwritable('this upstream takes no files')
    case 'audio':
      throw new Unwritable('this upstream takes no audio')
    default:
      return []
  }
}

function urlOf({ source }: ImagePart): string {
  return 'url' in source ? source.url : toDataUrl(source)
}
