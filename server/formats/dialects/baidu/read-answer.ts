import { isRecord } from '#contract/is-record.ts'
import type { Usage } from '#contract/prices/price.ts'
import type { AnswerPart, ChatAnswer, ChatEvent, FinishReason, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { numberOf, parseObject, textOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { toArgumentsText } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { throwRefusal } from '../vendor-error.ts'

/** Reads a whole answer: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t. Throws Refused or Unreadable. */
export function readAnswer(answer: JsonObject, callId: string): ChatAnswer {
  throwRefusal(answer)
  const call = functionCall(answer)
  if (typeof answer.result !== 'string' && !call) throw new Unreadable('the answer has no result')
  const parts: AnswerPart[] = []
  if (call?.thoughts) parts.push({ kind: 'reasoning', text: call.thoughts })
  if (textOf(answer.result)) parts.push({ kind: 'text', text: textOf(answer.result) })
  if (call) {
    parts.push({ kind: 'tool_call', id: createToolCallId(callId, 0), name: call.name, arguments: call.arguments })
  }
  return { choices: [{ parts, finish: finishReason(answer, call !== undefined) }], usage: readUsage(answer.usage) }
}

/** Reads the events of a stream. Each event has the next piece of the result, and the usage so far. */
export class BaiduStreamReader implements StreamReader {
  #calls = 0

  constructor(private readonly callId: string) {}

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    throwRefusal(event)
    const events: ChatEvent[] = []
    const call = functionCall(event)
    if (call?.thoughts) events.push({ kind: 'reasoning', choice: 0, text: call.thoughts })
    if (textOf(event.result)) events.push({ kind: 'text', choice: 0, text: textOf(event.result) })
    if (call) events.push(...this.#call(call))
    const usage = readUsage(event.usage)
    if (usage) events.push({ kind: 'usage', usage })
    if (event.is_end === true) {
      events.push({ kind: 'finish', choice: 0, reason: finishReason(event, this.#calls > 0) })
    }
    return events
  }

  #call({ name, arguments: text }: FunctionCall): ChatEvent[] {
    const index = this.#calls++
    const id = createToolCallId(this.callId, index)
    return [
      { kind: 'tool_call', choice: 0, index, id, name },
      { kind: 'arguments', choice: 0, index, text },
    ]
  }
}

interface FunctionCall {
  name: string
  arguments: string
  thoughts: string
}

function functionCall({ function_call }: JsonObject): FunctionCall | undefined {
  if (!isRecord(function_call) || !textOf(function_call.name)) return undefined
  return {
    name: textOf(function_call.name),
    arguments: toArgumentsText(function_call.arguments),
    thoughts: textOf(function_call.thoughts),
  }
}

/** `need_clear_history`: the moderation demands a new conversation. */
function finishReason(answer: JsonObject, calls: boolean): FinishReason {
  const { finish_reason, is_truncated, need_clear_history } = answer
  if (finish_reason === 'content_filter' || need_clear_history === true) return 'content_filter'
  if (calls || finish_reason === 'function_call') return 'tool_calls'
  return is_truncated === true || finish_reason === 'length' ? 'length' : 'stop'
}

/** Some models leave the completion count out: it is the total minus the prompt. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const { prompt_tokens, completion_tokens, total_tokens } = value
  const rest = (numberOf(total_tokens) ?? 0) - (numberOf(prompt_tokens) ?? 0)
  return readOpenAIUsage({ prompt_tokens, completion_tokens: completion_tokens ?? Math.max(0, rest), total_tokens })
}
