import { isRecord } from '#contract/is-record.ts'
import {
  type ChatRequest,
  type FilePart,
  type ImagePart,
  type InlineMedia,
  isResultPart,
  type JsonObject,
  type Media,
  type Part,
  readEffort,
  type TextPart,
  type ToolCallPart,
  type Turn,
} from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, saysSomething, textOf, withoutUndefined } from '../json.ts'
import { mediaTypeOf, readDataUrl } from '../media-types.ts'
import { readVendorState, unsealId } from '../state-seals.ts'
import { addInstructions, addTurn } from '../system-turns.ts'
import { readCalled, readTexts } from './read-answer.ts'
import { readTools } from './read-tools.ts'

/**
 * Reads a chat completion request: https://platform.openai.com/docs/api-reference/chat/create. `fields.ts` lists
 * how each field is handled. Throws BadRequest.
 */
export function readRequest(request: JsonObject, stream: boolean): ChatRequest {
  const { messages } = request
  if (!Array.isArray(messages)) throw new BadRequest('messages', 'must be a list')
  const { system, turns } = readMessages(messages)
  return withoutUndefined<ChatRequest>({
    system,
    turns,
    ...readTools(request),
    stream,
    stop: textsOf(request.stop),
    parallelToolCalls: request.parallel_tool_calls === false ? false : undefined,
    maxTokens: numberOf(request.max_completion_tokens) ?? numberOf(request.max_tokens),
    temperature: numberOf(request.temperature),
    topP: numberOf(request.top_p),
    // Not OpenAI's, but many clients of other vendors' models send it.
    topK: numberOf(request.top_k),
    // Mistral's name for the seed: https://docs.mistral.ai/api/#tag/chat
    seed: numberOf(request.seed) ?? numberOf(request.random_seed),
    presencePenalty: numberOf(request.presence_penalty),
    frequencyPenalty: numberOf(request.frequency_penalty),
    candidates: numberOf(request.n),
    format: readFormat(request.response_format),
    reasoning: readReasoning(request),
    // OpenRouter's: https://openrouter.ai/docs/features/multimodal/image-generation
    pictures: textsOf(request.modalities).some((one) => one.toLowerCase() === 'image') || undefined,
    logprobs: request.logprobs === true ? (numberOf(request.top_logprobs) ?? 0) : undefined,
    verbosity: textOf(request.verbosity) || undefined,
    user: textOf(request.user) || textOf(request.safety_identifier) || undefined,
    cacheKey: textOf(request.prompt_cache_key) || undefined,
  })
}

const optional = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: V }

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string' && item !== '')

function readMessages(messages: unknown[]): { system: TextPart[]; turns: Turn[] } {
  const system: TextPart[] = []
  const turns: Turn[] = []
  const callNames = new Map<string, string>()
  for (const [index, message] of messages.entries()) {
    const field = `messages[${index}]`
    if (!isRecord(message)) throw new BadRequest(field, 'must be an object')
    const { role } = message
    if (role === 'system' || role === 'developer')
      addInstructions(system, turns, contentParts(message.content, `${field}.content`))
    else if (role === 'assistant') addTurn(turns, 'assistant', assistantParts(message, field, callNames))
    else if (role === 'tool' || role === 'function') addTurn(turns, 'user', [toolResult(message, field, callNames)])
    else if (role === 'user' || role === undefined || role === '') {
      addTurn(turns, 'user', contentParts(message.content, `${field}.content`))
    } else throw new BadRequest(`${field}.role`, `unknown role ${JSON.stringify(role)}`)
  }
  return { system, turns }
}

function assistantParts(message: JsonObject, field: string, callNames: Map<string, string>): Part[] {
  const parts: Part[] = []
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning)
  if (reasoning) parts.push({ kind: 'reasoning', text: reasoning })
  parts.push(...contentParts(message.content ?? message.refusal, `${field}.content`))
  for (const [index, call] of objectsOf(message.tool_calls).entries()) {
    parts.push(toolCall(readCalled(call), textOf(call.id) || `call_${index}`, call))
  }
  if (saysSomething(message.function_call)) {
    const call = message.function_call
    parts.push(toolCall(call, textOf(call.name), call))
  }
  for (const part of parts) if (part.kind === 'tool_call') callNames.set(part.id, part.name)
  return parts
}

function toolCall(called: JsonObject, id: string, { extra_content }: JsonObject): ToolCallPart {
  // The location that Google's OpenAI-compatible API uses: https://ai.google.dev/gemini-api/docs/thought-signatures
  const signature = textOf(objectOf(objectOf(extra_content).google).thought_signature)
  const opened = unsealId(id)
  const call = {
    kind: 'tool_call' as const,
    id: opened.id,
    name: textOf(called.name),
    arguments: isRecord(called.arguments) ? JSON.stringify(called.arguments) : textOf(called.arguments),
  }
  const state = readVendorState(signature, 'gemini', 'call') ?? opened.state
  return state ? { ...call, state } : call
}

function toolResult(message: JsonObject, field: string, callNames: Map<string, string>): Part {
  const { id } = unsealId(textOf(message.tool_call_id) || textOf(message.name))
  if (!id) throw new BadRequest(`${field}.tool_call_id`, 'is missing')
  const name = textOf(message.name) || callNames.get(id)
  const content = contentParts(message.content, `${field}.content`).filter(isResultPart)
  return { kind: 'tool_result', id, content, ...optional('name', name) }
}

function contentParts(content: unknown, field: string): Part[] {
  if (content === null || content === undefined || content === '') return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (!Array.isArray(content)) throw new BadRequest(field, 'must be a text or a list of parts')
  return content.flatMap((part, index) => contentPart(part, `${field}[${index}]`))
}

function contentPart(part: unknown, field: string): Part[] {
  if (typeof part === 'string') return part ? [{ kind: 'text', text: part }] : []
  if (!isRecord(part)) throw new BadRequest(field, 'must be an object')
  const cacheControl = optional('cacheControl', isRecord(part.cache_control) ? part.cache_control : undefined)
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return textOf(part.text) ? [{ kind: 'text', text: textOf(part.text), ...cacheControl }] : []
    case 'refusal':
      return textOf(part.refusal) ? [{ kind: 'text', text: textOf(part.refusal) }] : []
    case 'image_url':
    // The name in OpenAI's other format.
    case 'input_image':
      return [{ ...image(part.image_url, `${field}.image_url`), ...cacheControl }]
    case 'input_audio':
      return [{ kind: 'audio', source: audio(audioOf(part.input_audio), `${field}.input_audio`) }]
    // Mistral's: https://docs.mistral.ai/capabilities/reasoning, https://docs.mistral.ai/capabilities/document_ai/document_qna
    case 'thinking':
      return thoughtParts(part)
    case 'reference':
      return []
    case 'document_url':
    // https://docs.perplexity.ai/guides/file-attachments
    case 'file_url':
    // https://openrouter.ai/docs/guides/overview/multimodal/videos, https://docs.vllm.ai/en/latest/features/multimodal_inputs
    case 'video_url':
    case 'audio_url':
      return [{ ...linked(part, part.type, field), ...cacheControl }]
    case 'file':
      return [{ ...file(objectOf(part.file), `${field}.file`), ...cacheControl }]
    default:
      throw new BadRequest(`${field}.type`, `unknown part ${JSON.stringify(part.type)}`)
  }
}

function image(value: unknown, field: string): ImagePart {
  const { url, detail } = typeof value === 'string' ? { url: value, detail: undefined } : objectOf(value)
  return {
    kind: 'image',
    source: readMedia(textOf(url), field, 'image/png'),
    ...optional('detail', textOf(detail) || undefined),
  }
}

function thoughtParts(part: JsonObject): Part[] {
  const { reasoning } = readTexts({ content: [part] })
  return reasoning ? [{ kind: 'reasoning', text: reasoning }] : []
}

/** What a part stands for whose URL tells no type. */
const LINKED_TYPES = {
  document_url: 'application/pdf',
  file_url: 'application/pdf',
  video_url: 'video/mp4',
  audio_url: 'audio/wav',
}

function linked(part: JsonObject, type: keyof typeof LINKED_TYPES, field: string): Part {
  const url = textOf(part[type]) || textOf(objectOf(part[type]).url)
  const source = readMedia(url, `${field}.${type}`, LINKED_TYPES[type])
  if ('data' in source && source.mediaType.startsWith('audio/')) return { kind: 'audio', source }
  if ('url' in source && LINKED_TYPES[type] !== PDF) source.mediaType = LINKED_TYPES[type]
  const name = textOf(part.document_name) || textOf(part.file_name)
  return { kind: 'file', source, ...optional('name', name || undefined) }
}

function file(value: JsonObject, field: string): FilePart {
  const data = textOf(value.file_data)
  if (!data) throw new BadRequest(field, 'must contain file_data: files by id are stored at another service')
  return {
    kind: 'file',
    source: readFileData(data, field),
    ...optional('name', textOf(value.filename) || undefined),
  }
}

/** Mistral takes the data itself: https://docs.mistral.ai/capabilities/audio */
const audioOf = (value: unknown): JsonObject =>
  typeof value === 'string' ? { data: value, format: 'mp3' } : objectOf(value)

/** Some clients write the whole media type as the format. */
export const audioTypeOf = (format: string) => mediaTypeOf(format.includes('/') ? format : `audio/${format}`)

/** https://platform.openai.com/docs/guides/audio: `format` is wav or mp3. */
function audio({ data, format }: JsonObject, field: string): InlineMedia {
  if (!textOf(data)) throw new BadRequest(`${field}.data`, 'is missing')
  const type = textOf(format) || 'wav'
  return { mediaType: audioTypeOf(type), data: textOf(data) }
}

/** Reads media from a URL or a data URL. Throws BadRequest. */
export function readMedia(given: string, field: string, defaultType: string): Media {
  const url = given.trimStart()
  if (/^https?:\/\//i.test(url)) return { url: url.trimEnd() }
  const media = readInline(url, field)
  if (!media) throw new BadRequest(field, 'must be an http(s) or data URL')
  return { ...media, mediaType: media.mediaType || defaultType }
}

function readInline(url: string, field: string): InlineMedia | undefined {
  try {
    return readDataUrl(url)
  } catch {
    throw new BadRequest(field, 'is not a valid data URL')
  }
}

/** Reads a file that is given by its content, as a data URL or in base64. Throws BadRequest. */
export const readFileData = (data: string, field: string): Media =>
  /^\s*(?:data|https?):/i.test(data) ? readMedia(data, field, PDF) : { mediaType: mediaTypeOf(PDF, data), data }

const PDF = 'application/pdf'

function readFormat(format: unknown): ChatRequest['format'] {
  if (format === undefined) return undefined
  const { type, json_schema } = objectOf(format)
  if (type === 'json_object') return { kind: 'json' }
  if (type !== 'json_schema') return undefined
  const { name, schema, strict } = objectOf(json_schema)
  const optionalStrict = optional('strict', typeof strict === 'boolean' ? strict : undefined)
  return { kind: 'schema', name: textOf(name) || 'answer', schema: objectOf(schema), ...optionalStrict }
}

function readReasoning({ reasoning_effort, reasoning }: JsonObject): ChatRequest['reasoning'] {
  if (reasoning_effort === undefined && reasoning === undefined) return undefined
  const named = reasoning_effort ?? objectOf(reasoning).effort
  const effort = readEffort(named)
  // OpenRouter's form of the same setting: https://openrouter.ai/docs/use-cases/reasoning-tokens
  const budget = numberOf(objectOf(reasoning).max_tokens)
  return effort || budget !== undefined ? { ...optional('effort', effort), ...optional('budget', budget) } : undefined
}
