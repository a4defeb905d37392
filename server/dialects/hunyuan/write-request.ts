import type { ChatRequest, JsonObject, Media, Part, Tool, ToolCallPart, ToolResultPart, Turn } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { defined } from '../json.ts'
import { AGREED, argumentsOf, CONTINUE, OPENING, resultText, systemText, textOf, within } from '../plain-turns.ts'

const LARGEST_SEED = 10_000

/**
 * Writes a request of ChatCompletions: https://cloud.tencent.com/document/api/1729/105701. A limit of tokens has no word
 * here.
 */
export function writeRequest(request: ChatRequest, model: string): object {
  const { turns, stream, temperature, topP, stop, seed } = request
  const system = systemText(request)
  return defined({
    Model: model,
    Messages: [...(system ? [{ Role: 'system', Content: system }] : []), ...writeTurns(turns)],
    Stream: stream || undefined,
    TopP: within(topP, 0, 1),
    Temperature: within(temperature, 0, 2),
    Stop: stop.length > 0 ? stop : undefined,
    Seed: seed !== undefined && Number.isInteger(seed) && seed > 0 && seed <= LARGEST_SEED ? seed : undefined,
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
  // Some call cannot be forced without saying which.
  return forced ? { ...all, ToolChoice: 'custom', CustomTool: writeTool(forced) } : { ...all, ToolChoice: 'auto' }
}

function writeTool({ name, description, parameters }: Tool) {
  return {
    Type: 'function',
    Function: defined({ Name: name, Description: description, Parameters: JSON.stringify(parameters) }),
  }
}

/** The user, or tools, and the assistant take turns; the user begins and ends. */
function writeTurns(turns: readonly Turn[]): JsonObject[] {
  const messages: JsonObject[] = []
  for (const { role, parts } of turns) {
    if (role === 'assistant') say(messages, assistantMessage(parts))
    else {
      for (const result of parts.filter(isResult)) say(messages, toolMessage(result))
      say(messages, userMessage(parts.filter((part) => !isResult(part))))
    }
  }
  if (messages.length === 0) throw new Unwritable('the conversation has no messages besides instructions')
  if (messages.at(-1)?.Role === 'assistant') messages.push({ Role: 'user', Content: CONTINUE })
  return messages
}

/** Adds a message, with a word of the other side before it where two of one side would meet. */
function say(messages: JsonObject[], message: JsonObject | undefined): void {
  if (!message) return
  const last = messages.at(-1)
  const isAssistant = message.Role === 'assistant'
  const meets = last ? (last.Role === 'assistant') === isAssistant : isAssistant
  const isSeries = last?.Role === 'tool' && message.Role === 'tool'
  if (meets && !isSeries) {
    messages.push(
      isAssistant ? { Role: 'user', Content: last ? CONTINUE : OPENING } : { Role: 'assistant', Content: AGREED },
    )
  }
  messages.push(message)
}

/** Reasoning must not be sent back. */
function assistantMessage(parts: readonly Part[]): JsonObject | undefined {
  const calls = parts.filter(isCall)
  const text = textOf(parts.filter((part) => !isCall(part)))
  if (!text && calls.length === 0) return undefined
  const ToolCalls = calls.map((call) => ({
    Id: call.id,
    Type: 'function',
    Function: { Name: call.name, Arguments: argumentsOf(call) },
  }))
  return { Role: 'assistant', Content: text, ...(calls.length > 0 ? { ToolCalls } : {}) }
}

/** What a tool answers must not be empty. */
function toolMessage(result: ToolResultPart): JsonObject {
  return { Role: 'tool', ToolCallId: result.id, Content: resultText(result) || '{}' }
}

function userMessage(parts: readonly Part[]): JsonObject | undefined {
  if (!parts.some(({ kind }) => kind === 'image')) {
    const text = textOf(parts)
    return text ? { Role: 'user', Content: text } : undefined
  }
  return { Role: 'user', Contents: parts.flatMap(content) }
}

function content(part: Part): JsonObject[] {
  if (part.kind === 'image') return [{ Type: 'image_url', ImageUrl: { Url: urlOf(part.source) } }]
  const text = textOf([part])
  return text ? [{ Type: 'text', Text: text }] : []
}

const urlOf = (media: Media) => ('url' in media ? media.url : `data:${media.mediaType};base64,${media.data}`)
const isCall = (part: Part): part is ToolCallPart => part.kind === 'tool_call'
const isResult = (part: Part): part is ToolResultPart => part.kind === 'tool_result'
