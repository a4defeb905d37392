import { isRecord } from '#contract/is-record.ts'
import {
  type ChatRequest,
  isResultPart,
  type JsonObject,
  type Media,
  type Part,
  readEffort,
  type TextPart,
  type ToolResultPart,
  type Turn,
} from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { numberOf, objectOf, readNumbers, textOf, withoutUndefined } from '../json.ts'
import { mediaTypeOf } from '../media-types.ts'
import { readVendorState, unsealId } from '../state-seals.ts'
import { addInstructions, addTurn } from '../system-turns.ts'
import { type VendorState, withCallStates } from '../vendor-state.ts'
import { readCacheControl, readTools } from './read-tools.ts'
import { isCleared, isToolChange, withFinalSettings } from './system-messages.ts'
import { vendorBlockText } from './vendor-blocks.ts'

/**
 * Reads a request of the Messages API: https://platform.claude.com/docs/en/api/messages. `fields.ts` lists how each
 * field is handled. Throws BadRequest.
 */
export function readRequest(given: JsonObject, stream: boolean): ChatRequest {
  if (!Array.isArray(given.messages)) throw new BadRequest('messages', 'must be a list')
  const request = withFinalSettings(given)
  const { system, turns } = readMessages(request)
  if (isRecord(request.cache_control)) markEnd(turns, request.cache_control)
  return withoutUndefined<ChatRequest>({
    system,
    turns,
    ...readTools(request),
    stream,
    stop: Array.isArray(request.stop_sequences)
      ? request.stop_sequences.filter((text) => typeof text === 'string')
      : [],
    ...readNumbers(request, NUMBERS),
    ...readThinking(request),
    // `output_format` is the older name.
    ...readFormat(objectOf(objectOf(request.output_config).format ?? request.output_format)),
    ...readUser(objectOf(request.metadata)),
    ...(isRecord(request.context_management) ? { contextManagement: request.context_management } : {}),
  })
}

const NUMBERS = { max_tokens: 'maxTokens', temperature: 'temperature', top_p: 'topP', top_k: 'topK' } as const

function readUser({ user_id }: JsonObject): Partial<ChatRequest> {
  return textOf(user_id) ? { user: textOf(user_id) } : {}
}

function readThinking({ thinking, output_config }: JsonObject): Partial<ChatRequest> {
  const { type, budget_tokens } = objectOf(thinking)
  const effort = readEffort(objectOf(output_config).effort)
  if (type === 'disabled') return { reasoning: { effort: 'none' } }
  const budget = numberOf(budget_tokens)
  if (type === 'enabled' && budget !== undefined) return { reasoning: { budget } }
  if (type === 'adaptive') return { reasoning: effort ? { effort } : { budget: -1 } }
  return effort ? { reasoning: { effort } } : {}
}

function readFormat({ type, schema }: JsonObject): Partial<ChatRequest> {
  return type === 'json_schema' ? { format: { kind: 'schema', name: 'answer', schema: objectOf(schema) } } : {}
}

/**
 * Replaces a cache marker for the whole request by one at its end, which every server of Anthropic's models
 * supports.
 */
function markEnd(turns: Turn[], cacheControl: JsonObject): void {
  const last = turns.at(-1)?.parts.at(-1)
  if (last && MARKABLE.has(last.kind)) Object.assign(last, { cacheControl, ...last })
}

const MARKABLE: ReadonlySet<Part['kind']> = new Set(['text', 'image', 'file', 'tool_result'])

function readMessages({ system, messages }: JsonObject): { system: TextPart[]; turns: Turn[] } {
  const instructions = textParts(system, 'system')
  const turns: Turn[] = []
  const names = new Map<string, string>()
  for (const [index, message] of (messages as unknown[]).entries()) {
    const field = `messages[${index}]`
    if (!isRecord(message)) throw new BadRequest(field, 'must be an object')
    const { role, content } = message
    if (role === 'system') {
      const isShown = !isCleared(message, (messages as unknown[]).slice(index))
      if (isShown) addInstructions(instructions, turns, readContent(content, `${field}.content`, names))
      continue
    }
    if (role !== 'user' && role !== 'assistant') throw new BadRequest(`${field}.role`, 'must be user or assistant')
    const parts = withCallStates(readContent(content, `${field}.content`, names))
    for (const part of parts) if (part.kind === 'tool_call') names.set(part.id, part.name)
    addTurn(turns, role, parts)
  }
  return { system: instructions, turns }
}

function textParts(content: unknown, field: string): TextPart[] {
  return readContent(content, field, new Map()).filter((part): part is TextPart => part.kind === 'text')
}

function readContent(content: unknown, field: string, names: Map<string, string>): Part[] {
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (!Array.isArray(content)) throw new BadRequest(field, 'must be a text or a list of blocks')
  return content.flatMap((block, index) => readBlock(block, `${field}[${index}]`, names))
}

function readBlock(block: unknown, field: string, names: Map<string, string>): Part[] {
  if (!isRecord(block)) throw new BadRequest(field, 'must be an object')
  if (isToolChange(block)) return []
  switch (block.type) {
    case 'text':
      return textOf(block.text) ? [{ kind: 'text', text: textOf(block.text), ...readCacheControl(block) }] : []
    case 'image':
      return [{ kind: 'image', source: readSource(objectOf(block.source), field), ...readCacheControl(block) }]
    case 'document':
      return readDocument(block, field)
    case 'thinking':
      return readThought(textOf(block.thinking), readVendorState(textOf(block.signature), 'anthropic', 'signature'))
    case 'redacted_thinking':
      return readThought('', readVendorState(textOf(block.data), 'anthropic', 'redacted'))
    case 'tool_use':
      return [
        {
          kind: 'tool_call',
          ...unsealId(textOf(block.id)),
          name: textOf(block.name),
          arguments: JSON.stringify(block.input ?? {}),
        },
      ]
    case 'tool_result':
      return [readResult(block, field, names)]
    default:
      return readVendorBlock(block, field)
  }
}

/** Converts blocks of Anthropic's own tools to text. Throws BadRequest for other blocks. */
function readVendorBlock(block: JsonObject, field: string): Part[] {
  const text = vendorBlockText(block)
  if (text === undefined) throw new BadRequest(`${field}.type`, `unknown block ${JSON.stringify(block.type)}`)
  return text ? [{ kind: 'text', text, ...readCacheControl(block) }] : []
}

/** Reasoning with another vendor's state, or without state, keeps its text. */
const readThought = (text: string, state: VendorState | undefined): Part[] =>
  text || state ? [{ kind: 'reasoning', text, ...(state ? { state } : {}) }] : []

function readResult(block: JsonObject, field: string, names: Map<string, string>): ToolResultPart {
  const { id } = unsealId(textOf(block.tool_use_id))
  const name = names.get(id)
  const content = readContent(block.content, `${field}.content`, names).filter(isResultPart)
  return {
    kind: 'tool_result',
    id,
    content,
    ...(name ? { name } : {}),
    ...(block.is_error === true ? { isError: true } : {}),
    ...readCacheControl(block),
  }
}

function readDocument(block: JsonObject, field: string): Part[] {
  const contextText = textOf(block.context)
  return [...(contextText ? [{ kind: 'text' as const, text: contextText }] : []), ...readSourceOf(block, field)]
}

function readSourceOf(block: JsonObject, field: string): Part[] {
  const source = objectOf(block.source)
  if (source.type === 'text') return [{ kind: 'text', text: textOf(source.data), ...readCacheControl(block) }]
  if (source.type === 'content') return readContent(source.content, `${field}.source.content`, new Map())
  const name = textOf(block.title)
  return [{ kind: 'file', source: readSource(source, field), ...(name ? { name } : {}), ...readCacheControl(block) }]
}

function readSource({ type, media_type, data, url }: JsonObject, field: string): Media {
  if (type === 'base64' && textOf(data))
    return { mediaType: mediaTypeOf(textOf(media_type), textOf(data)), data: textOf(data) }
  if (type === 'url' && /^https?:\/\//i.test(textOf(url))) return { url: textOf(url) }
  throw new BadRequest(`${field}.source`, 'must contain the content or an http(s) URL')
}
