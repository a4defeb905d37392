import type { ChatRequest, JsonObject, Media, Part, Tool, ToolCallPart, ToolResultPart, Turn } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import {
  ASSISTANT_FILLER,
  argumentsOf,
  clamp,
  resultText,
  systemText,
  toPlainText,
  USER_CONTINUE,
  USER_OPENING,
} from '../plain-turns.ts'

const MAX_SEED = 10_000

/**
 * Writes a ChatCompletions request: https://cloud.tencent.com/document/api/1729/105701. The format has no output
 * limit.
 */
export function writeRequest(request: ChatRequest, model: string): object {
  const { turns, stream, temperature, topP, stop, seed } = request
  const system = systemText(request)
  return withoutUndefined({
    Model: model,
    Messages: [...(system ? [{ Role: 'system', Content: system }] : []), ...writeTurns(turns)],
    Stream: stream || undefined,
    TopP: clamp(topP, 0, 1),
    Temperature: clamp(temperature, 0, 2),
    Stop: stop.length > 0 ? stop : undefined,
    Seed: seed !== undefined && Number.isInteger(seed) && seed > 0 && seed <= MAX_SEED ? seed : undefined,
    ...writeTools(request),
  })
}

function writeTools({ tools, toolChoice }: ChatRequest) {
  if (tools.length === 0) return {}
  const all = { Tools: tools.map(writeTool) }
  if (toolChoice === undefined) return all
  if (toolChoice === 'none' || toolChoice === 'auto') return { ...all, ToolChoice: toolChoice }
  const forced =
    toolChoice === 'required' ? tools.length === 1 && tools[0] : tools.find(({ name }) => name === toolChoice.name)
  // The format cannot require a tool call without naming the tool.
  return forced ? { ...all, ToolChoice: 'custom', CustomTool: writeTool(forced) } : { ...all, ToolChoice: 'auto' }
}

function writeTool({ name, description, parameters }: Tool) {
  return {
    Type: 'function',
    Function: withoutUndefined({ Name: name, Description: description, Parameters: JSON.stringify(parameters) }),
  }
}

/** Writes the turns: the user (or tools) and the assistant alternate, and the user begins and ends. */
function writeTurns(turns: readonly Turn[]): JsonObject[] {
  const messages: JsonObject[] = []
  for (const { role, parts } of turns) {
    if (role === 'assistant') addMessage(messages, assistantMessage(parts))
    else {
      for (const result of parts.filter(isResult)) addMessage(messages, toolMessage(result))
      addMessage(messages, userMessage(parts.filter((part) => !isResult(part))))
    }
  }
  if (messages.length === 0) throw new Unwritable('the conversation has no messages besides instructions')
  if (messages.at(-1)?.Role === 'assistant') messages.push({ Role: 'user', Content: USER_CONTINUE })
  return messages
}

/** Adds a message. Inserts a filler of the other side between two messages of the same side. */
function addMessage(messages: JsonObject[], message: JsonObject | undefined): void {
  if (!message) return
  const last = messages.at(-1)
  const isAssistant = message.Role === 'assistant'
  const meets = last ? (last.Role === 'assistant') === isAssistant : isAssistant
  const isSeries = last?.Role === 'tool' && message.Role === 'tool'
  if (meets && !isSeries) {
    messages.push(
      isAssistant
        ? { Role: 'user', Content: last ? USER_CONTINUE : USER_OPENING }
        : { Role: 'assistant', Content: ASSISTANT_FILLER },
    )
  }
  messages.push(message)
}

/** Leaves out reasoning, which must not be sent back. */
function assistantMessage(parts: readonly Part[]): JsonObject | undefined {
  const calls = parts.filter(isCall)
  const text = toPlainText(parts.filter((part) => !isCall(part)))
  if (!text && calls.length === 0) return undefined
  const ToolCalls = calls.map((call) => ({
    Id: call.id,
    Type: 'function',
    Function: { Name: call.name, Arguments: argumentsOf(call) },
  }))
  return { Role: 'assistant', Content: text, ...(calls.length > 0 ? { ToolCalls } : {}) }
}

/** A tool result must not be empty. */
function toolMessage(result: ToolResultPart): JsonObject {
  return { Role: 'tool', ToolCallId: result.id, Content: resultText(result) || '{}' }
}

function userMessage(parts: readonly Part[]): JsonObject | undefined {
  if (!parts.some(({ kind }) => kind === 'image')) {
    const text = toPlainText(parts)
    return text ? { Role: 'user', Content: text } : undefined
  }
  return { Role: 'user', Contents: parts.flatMap(content) }
}

function content(part: Part): JsonObject[] {
  if (part.kind === 'image') return [{ Type: 'image_url', ImageUrl: { Url: urlOf(part.source) } }]
  const text = toPlainText([part])
  return text ? [{ Type: 'text', Text: text }] : []
}

const urlOf = (media: Media) => ('url' in media ? media.url : `data:${media.mediaType};base64,${media.data}`)
const isCall = (part: Part): part is ToolCallPart => part.kind === 'tool_call'
const isResult = (part: Part): part is ToolResultPart => part.kind === 'tool_result'
