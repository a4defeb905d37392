import type { ChatRequest, JsonObject, Part, ToolCallPart, ToolResultPart, Turn } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { defined } from '../json.ts'
import { AGREED, argumentsOf, CONTINUE, OPENING, resultText, systemText, textOf, within } from '../plain-turns.ts'

/** 0 is refused. */
const LEAST_TEMPERATURE = 0.01
const LEAST_TOKENS = 2
const MOST_STOPS = 4
const LONGEST_STOP = 20

/** Writes a request of the legacy chat: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t. The model is in the URL. */
export function writeRequest(request: ChatRequest): object {
  const { temperature, topP, frequencyPenalty, maxTokens, stop, stream, user } = request
  const stops = stop.filter((text) => text.length <= LONGEST_STOP).slice(0, MOST_STOPS)
  return defined({
    messages: writeTurns(request.turns),
    system: systemText(request) || undefined,
    stream: stream || undefined,
    temperature: within(temperature, LEAST_TEMPERATURE, 1),
    top_p: within(topP, 0, 1),
    // From 1 (none) to 2, where OpenAI's goes from 0 to 2; rewards have no word here.
    penalty_score: frequencyPenalty === undefined ? undefined : 1 + Math.min(Math.max(frequencyPenalty, 0), 2) / 2,
    stop: stops.length > 0 ? stops : undefined,
    max_output_tokens: maxTokens === undefined ? undefined : Math.max(maxTokens, LEAST_TOKENS),
    user_id: user,
    functions: writeTools(request),
  })
}

/** There is no choice of tools: what must not be called is not offered. */
function writeTools({ tools, toolChoice }: ChatRequest) {
  const offered =
    toolChoice === 'none' ? [] : typeof toolChoice === 'object' ? tools.filter(isNamed(toolChoice.name)) : tools
  if (offered.length === 0) return undefined
  return offered.map(({ name, description, parameters }) => ({ name, description: description ?? name, parameters }))
}

const isNamed = (wanted: string) => (tool: { name: string }) => tool.name === wanted

/** Messages of the user, or of a function, stand in odd places, those of the assistant in even ones. */
function writeTurns(turns: readonly Turn[]): JsonObject[] {
  const calls = new Map(turns.flatMap(({ parts }) => parts.filter(isCall).map((call) => [call.id, call])))
  const messages: JsonObject[] = []
  for (const turn of turns) {
    if (turn.role === 'user') userMessages(messages, turn.parts, calls)
    else say(messages, 'assistant', { role: 'assistant', content: textOf(turn.parts.filter((part) => !isCall(part))) })
  }
  if (messages.length === 0) throw new Unwritable('the conversation has no messages besides instructions')
  if (messages.at(-1)?.role === 'assistant') messages.push({ role: 'user', content: CONTINUE })
  return messages
}

/** An answer calls one function at most: calls at the same time are told as calls one after the other. */
function userMessages(messages: JsonObject[], parts: readonly Part[], calls: ReadonlyMap<string, ToolCallPart>): void {
  for (const result of parts.filter(isResult)) {
    const call = calls.get(result.id)
    const name = call?.name ?? result.name ?? result.id
    const function_call = { name, arguments: call ? argumentsOf(call) : '{}' }
    callBefore(messages, function_call)
    say(messages, 'user', { role: 'function', name, content: resultText(result) || '{}' })
  }
  const text = textOf(parts.filter((part) => !isResult(part)))
  if (text) say(messages, 'user', { role: 'user', content: text })
}

/** The call before its result: in the words that the assistant said with it, where they are the last. */
function callBefore(messages: JsonObject[], function_call: JsonObject): void {
  const last = messages.at(-1)
  if (last?.role === 'assistant' && !last.function_call) last.function_call = function_call
  else say(messages, 'assistant', { role: 'assistant', content: '', function_call })
}

/** Adds a message, with a word of the other side before it where two of one side would meet. */
function say(messages: JsonObject[], side: Turn['role'], message: JsonObject): void {
  const isEmpty = message.content === '' && !message.function_call
  if (isEmpty) return
  const last = messages.at(-1)
  const lastSide = last && (last.role === 'assistant' ? 'assistant' : 'user')
  if (side === 'assistant' && lastSide !== 'user') messages.push({ role: 'user', content: last ? CONTINUE : OPENING })
  if (side === 'user' && lastSide === 'user') messages.push({ role: 'assistant', content: AGREED })
  messages.push(message)
}

const isCall = (part: Part): part is ToolCallPart => part.kind === 'tool_call'
const isResult = (part: Part): part is ToolResultPart => part.kind === 'tool_result'
