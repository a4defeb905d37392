import { isRecord } from '#contract/is-record.ts'
import type { ChatRequest, JsonObject } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, textOf, withoutUndefined } from '../json.ts'
import { readRequest as readChat } from '../openai/read-request.ts'

/**
 * Reads a version 2 chat request, whose messages and tools differ from chat completions in a few fields only:
 * https://docs.cohere.com/reference/chat. Throws BadRequest.
 */
export function readRequest(request: JsonObject, stream: boolean): ChatRequest {
  if (!Array.isArray(request.messages)) throw new BadRequest('messages', 'must be a list')
  const { tools, strict_tools, k, p, stop_sequences, ...same } = request
  const chat = readChat(
    withoutUndefined({
      ...same,
      messages: request.messages.map((message) => (isRecord(message) ? readMessage(message) : message)),
      tools: strict_tools === true ? objectsOf(tools).map(strictTool) : tools,
      tool_choice: CHOICES[textOf(request.tool_choice)],
      stop: stop_sequences,
      top_k: k,
      top_p: p,
      response_format: readFormat(objectOf(request.response_format)),
    }),
    stream,
  )
  return { ...chat, ...readThinking(objectOf(request.thinking)) }
}

const CHOICES: Record<string, string> = { REQUIRED: 'required', NONE: 'none' }

function readMessage(message: JsonObject): JsonObject {
  const { role, content } = message
  if (role === 'tool') return { ...message, content: Array.isArray(content) ? content.map(readResult) : content }
  if (role !== 'assistant') return message
  const parts = objectsOf(content)
  const thoughts = parts.filter(({ type }) => type === 'thinking').map(({ thinking }) => textOf(thinking))
  const reasoning = [...thoughts, textOf(message.tool_plan)].filter(Boolean).join('\n\n')
  const said = Array.isArray(content) ? parts.filter(({ type }) => type !== 'thinking') : content
  return { ...message, content: said, ...(reasoning ? { reasoning_content: reasoning } : {}) }
}

/** A tool result may be a document: https://docs.cohere.com/docs/tool-use-overview */
function readResult(part: unknown): unknown {
  if (!isRecord(part) || part.type !== 'document') return part
  const { data } = objectOf(part.document)
  return { type: 'text', text: typeof data === 'string' ? data : JSON.stringify(data ?? {}) }
}

function strictTool(tool: JsonObject): JsonObject {
  return { ...tool, function: { ...objectOf(tool.function), strict: true } }
}

/**
 * JSON with and without a schema has the same type in this format: https://docs.cohere.com/docs/structured-outputs
 */
function readFormat({ type, json_schema, schema }: JsonObject): JsonObject | undefined {
  const wanted = json_schema ?? schema
  if (type !== 'json_object') return undefined
  return isRecord(wanted) ? { type: 'json_schema', json_schema: { name: 'answer', schema: wanted } } : { type }
}

function readThinking({ type, token_budget }: JsonObject): Pick<ChatRequest, 'reasoning'> {
  if (type === 'disabled') return { reasoning: { effort: 'none' } }
  const budget = numberOf(token_budget)
  return type === 'enabled' ? { reasoning: { budget: budget ?? -1 } } : {}
}
