import type { Message, Settings, ToolCall } from '../conversation/conversation.ts'
import { audioFormat, type KeptFile } from '../files/file-kinds.ts'
import { type JsonSchema, readSchema, readTools, type Tool } from './json-settings.ts'

export type RequestMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ContentPart[] }
  | {
      role: 'assistant'
      content: string | null
      tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
    }
  | { role: 'tool'; tool_call_id: string; content: string }

/** An OpenAI chat request, with the group parameter of the playground endpoint. */
export interface ChatRequest {
  model: string
  messages: RequestMessage[]
  stream: true
  stream_options: { include_usage: true }
  temperature?: number
  max_tokens?: number
  tools?: Tool[]
  response_format?: { type: 'json_schema'; json_schema: JsonSchema }
  group?: string
}

/** Returns the messages in context: those after the last clearing. */
export function contextOf(messages: readonly Message[]): Message[] {
  return messages.slice(messages.findLastIndex(({ cleared }) => cleared) + 1)
}

type DataOf = (fileId: string) => string | undefined

/** Builds the request for an answer to these messages; empty answers are omitted, since vendors reject them. */
export function requestOf(
  settings: Settings,
  messages: readonly Message[],
  dataOf: DataOf = () => undefined,
): ChatRequest {
  const { group, model, temperature, maxTokens, system } = settings
  const tools = readTools(settings.tools)
  const schema = readSchema(settings.schema)
  return {
    model,
    messages: [
      ...(system.trim() ? [{ role: 'system' as const, content: system }] : []),
      ...contextOf(messages).flatMap((message, at, all) => messagesOf(message, all[at + 1], dataOf)),
    ],
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && maxTokens >= 1 && { max_tokens: Math.floor(maxTokens) }),
    ...(tools.length > 0 && { tools }),
    ...(schema && { response_format: { type: 'json_schema', json_schema: schema } }),
    ...(group && { group }),
  }
}

/** Returns a message as a request has it. Calls of functions are sent with their results only, as vendors demand. */
function messagesOf(message: Message, next: Message | undefined, dataOf: DataOf): RequestMessage[] {
  const { role, content, toolCalls, results = [] } = message
  if (role === 'tool') {
    return results.map((result) => ({ role: 'tool', tool_call_id: result.id, content: result.content }))
  }
  if (role === 'assistant' && toolCalls && next?.role === 'tool') {
    return [{ role, content: content || null, tool_calls: toolCalls.map(callOf) }]
  }
  if (role === 'assistant') return content === '' ? [] : [{ role, content }]
  const whole = contentOf(message, dataOf)
  return whole.length === 0 ? [] : [{ role, content: whole }]
}

const callOf = ({ id, name, arguments: text }: ToolCall) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: text },
})

/** A part of a message in OpenAI's chat format. */
type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }

/** Returns the content of a question: its text, or parts where it has files. */
function contentOf(
  { content, files = [] }: Pick<Message, 'content' | 'files'>,
  dataOf: (id: string) => string | undefined,
): string | ContentPart[] {
  if (files.length === 0) return content
  const parts = files.flatMap((file) => {
    const data = dataOf(file.id)
    return data === undefined ? [] : [partOf(file, data)]
  })
  return [...parts, ...(content.trim() ? [{ type: 'text' as const, text: content }] : [])]
}

function partOf({ kind, name, type }: KeptFile, data: string): ContentPart {
  const base64 = data.slice(data.indexOf(',') + 1)
  switch (kind) {
    case 'image':
      return { type: 'image_url', image_url: { url: data } }
    case 'audio':
      return { type: 'input_audio', input_audio: { data: base64, format: audioFormat(type) } }
    case 'pdf':
      return { type: 'file', file: { filename: name, file_data: data } }
    case 'text':
      return { type: 'text', text: `${name}\n\n${textOf(base64)}` }
  }
}

const textOf = (base64: string) => new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))
