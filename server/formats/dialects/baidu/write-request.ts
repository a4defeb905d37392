import type { ChatRequest, JsonObject, Part, ToolCallPart, ToolResultPart, Turn } from '../conversation.ts'
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

/** The API refuses 0. */
const MIN_TEMPERATURE = 0.01
const MIN_TOKENS = 2
const MAX_STOPS = 4
const MAX_STOP_LENGTH = 20

/**
 * Writes a legacy chat request: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t. The model is in the URL.
 */
export function writeRequest(request: ChatRequest): object {
  const { temperature, topP, frequencyPenalty, maxTokens, stop, stream, user } = request
  const stops = stop.filter((text) => text.length <= MAX_STOP_LENGTH).slice(0, MAX_STOPS)
  return withoutUndefined({
    messages: writeTurns(request.turns),
    system: systemText(request) || undefined,
    stream: stream || undefined,
    temperature: clamp(temperature, MIN_TEMPERATURE, 1),
    top_p: clamp(topP, 0, 1),
    // The range is 1 (no penalty) to 2, while OpenAI's is 0 to 2; negative penalties have no equivalent.
    penalty_score: frequencyPenalty === undefined ? undefined : 1 + Math.min(Math.max(frequencyPenalty, 0), 2) / 2,
    stop: stops.length > 0 ? stops : undefined,
    max_output_tokens: maxTokens === undefined ? undefined : Math.max(maxTokens, MIN_TOKENS),
    user_id: user,
    functions: writeTools(request),
  })
}

/** The format has no tool choice: tools that must not be called are left out. */
function writeTools({ tools, toolChoice }: ChatRequest) {
  const offered =
    toolChoice === 'none' ? [] : typeof toolChoice === 'object' ? tools.filter(isNamed(toolChoice.name)) : tools
  if (offered.length === 0) return undefined
  return offered.map(({ name, description, parameters }) => ({ name, description: description ?? name, parameters }))
}

const isNamed = (wanted: string) => (tool: { name: string }) => tool.name === wanted

/** Writes the turns. Messages of the user or of a function have odd positions, those of the assistant even ones. */
function writeTurns(turns: readonly Turn[]): JsonObject[] {
  const calls = new Map(turns.flatMap(({ parts }) => parts.filter(isCall).map((call) => [call.id, call])))
  const messages: JsonObject[] = []
  for (const turn of turns) {
    if (turn.role === 'user') userMessages(messages, turn.parts, calls)
    else
      addMessage(messages, 'assistant', {
        role: 'assistant',
        content: toPlainText(turn.parts.filter((part) => !isCall(part))),
      })
  }
  if (messages.length === 0) throw new Unwritable('the conversation has no messages besides instructions')
  if (messages.at(-1)?.role === 'assistant') messages.push({ role: 'user', content: USER_CONTINUE })
  return messages
}

/**
 * Writes the messages of a user turn. An answer calls at most one function, so parallel calls are written one after
 * the other.
 */
function userMessages(messages: JsonObject[], parts: readonly Part[], calls: ReadonlyMap<string, ToolCallPart>): void {
  for (const result of parts.filter(isResult)) {
    const call = calls.get(result.id)
    const name = call?.name ?? result.name ?? result.id
    const function_call = { name, arguments: call ? argumentsOf(call) : '{}' }
    addCall(messages, function_call)
    addMessage(messages, 'user', { role: 'function', name, content: resultText(result) || '{}' })
  }
  const text = toPlainText(parts.filter((part) => !isResult(part)))
  if (text) addMessage(messages, 'user', { role: 'user', content: text })
}

/**
 * Adds the call before its result: to the assistant's last message, if that is the last message and has no call.
 */
function addCall(messages: JsonObject[], function_call: JsonObject): void {
  const last = messages.at(-1)
  if (last?.role === 'assistant' && !last.function_call) last.function_call = function_call
  else addMessage(messages, 'assistant', { role: 'assistant', content: '', function_call })
}

/** Adds a message. Inserts a filler of the other side between two messages of the same side. */
function addMessage(messages: JsonObject[], side: Turn['role'], message: JsonObject): void {
  const isEmpty = message.content === '' && !message.function_call
  if (isEmpty) return
  const last = messages.at(-1)
  const lastSide = last && (last.role === 'assistant' ? 'assistant' : 'user')
  if (side === 'assistant' && lastSide !== 'user')
    messages.push({ role: 'user', content: last ? USER_CONTINUE : USER_OPENING })
  if (side === 'user' && lastSide === 'user') messages.push({ role: 'assistant', content: ASSISTANT_FILLER })
  messages.push(message)
}

const isCall = (part: Part): part is ToolCallPart => part.kind === 'tool_call'
const isResult = (part: Part): part is ToolResultPart => part.kind === 'tool_result'
