import type { ChatRequest, Part, Turn } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'

/** Dify requires a user name: this is used for callers that give none. */
const DEFAULT_USER = 'api-user'

/**
 * Writes a message to an app: https://docs.dify.ai/api-reference/chat/send-chat-message. An app has its own model,
 * prompt and tools, and this API stores conversations itself, so the whole conversation is written as one message.
 */
export function writeRequest(request: ChatRequest): object {
  if (request.toolChoice === 'required' || typeof request.toolChoice === 'object') {
    throw new Unwritable('this upstream cannot be made to call tools')
  }
  const files = request.turns.flatMap(({ parts }) => parts.flatMap(file))
  return {
    inputs: {},
    query: queryOf(request),
    response_mode: request.stream ? 'streaming' : 'blocking',
    user: request.user || DEFAULT_USER,
    auto_generate_name: false,
    ...(files.length > 0 ? { files } : {}),
  }
}

function queryOf({ system, format, turns }: ChatRequest): string {
  const instructions = system.map(({ text }) => text)
  if (format?.kind === 'json') instructions.push('Answer with a single JSON object and nothing else.')
  if (format?.kind === 'schema') {
    instructions.push(`Answer with JSON that fits this JSON schema and nothing else: ${JSON.stringify(format.schema)}`)
  }
  const lines = turns.flatMap(linesOf)
  if (lines.length === 0) throw new Unwritable('the conversation has no messages besides instructions')
  return [...instructions.map((text) => line('SYSTEM', text)), ...lines].join('')
}

const line = (speaker: string, text: string) => `${speaker}: \n${text}\n`

function linesOf({ role, parts }: Turn): string[] {
  const results = parts.flatMap((part) =>
    part.kind === 'tool_result' ? [line(`TOOL ${part.name ?? part.id}`, part.content.map(textOf).join(''))] : [],
  )
  const text = parts.map(textOf).filter(Boolean).join('\n')
  const hasContent = text !== '' || parts.some(({ kind }) => kind === 'image')
  return hasContent ? [...results, line(role === 'user' ? 'USER' : 'ASSISTANT', text)] : results
}

function textOf(part: Part): string {
  if (part.kind === 'text') return part.text
  return part.kind === 'tool_call' ? `${part.name}(${part.arguments || '{}'})` : ''
}

function file(part: Part): object[] {
  switch (part.kind) {
    case 'image':
    case 'file':
      if ('url' in part.source) {
        const type = part.kind === 'image' ? 'image' : 'document'
        return [{ type, transfer_method: 'remote_url', url: part.source.url }]
      }
      throw new Unwritable('this upstream takes images and files only by their address')
    case 'audio':
      throw new Unwritable('this upstream takes no audio')
    case 'tool_result':
      return part.content.flatMap(file)
    default:
      return []
  }
}
