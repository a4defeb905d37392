import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, parsedObject } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { finishReason, picturesOf, wordsOf } from './read-answer.ts'
import { ToolCallPieces } from './tool-call-pieces.ts'

/** Reads chunks of a chat completion: https://platform.openai.com/docs/api-reference/chat-streaming */
export class OpenAIStreamReader implements StreamReader {
  /** By choice. */
  readonly #calls = new Map<number, ToolCallPieces>()

  /** `callId` makes ids of tool calls where the vendor has none. */
  constructor(private readonly callId: string) {}

  read(data: string): ChatEvent[] {
    const chunk = parsedObject(data)
    if (!chunk) throw new Unreadable('a chunk is not a JSON object')
    const choices = objectsOf(chunk.choices)
    const usage = readOpenAIUsage(chunk.usage) ?? readOpenAIUsage(choices[0]?.usage)
    return [...choices.flatMap((choice) => this.#choice(choice)), ...(usage ? [{ kind: 'usage' as const, usage }] : [])]
  }

  #choice({ index, delta, finish_reason }: JsonObject): ChatEvent[] {
    const choice = numberOf(index) ?? 0
    const said = objectOf(delta)
    const events: ChatEvent[] = []
    const { reasoning, text } = wordsOf(said)
    if (reasoning) events.push({ kind: 'reasoning', choice, text: reasoning })
    if (text) events.push({ kind: 'text', choice, text })
    for (const source of picturesOf(said)) events.push({ kind: 'image', choice, source })
    for (const piece of objectsOf(said.tool_calls)) events.push(...this.#callsOf(choice).take(piece))
    if (!finish_reason) return events
    const calls = this.#calls.get(choice)
    const reason = finishReason(finish_reason, calls?.any === true)
    return [...events, ...(calls?.end() ?? []), { kind: 'finish', choice, reason }]
  }

  #callsOf(choice: number): ToolCallPieces {
    const known = this.#calls.get(choice)
    if (known) return known
    const calls = new ToolCallPieces(choice, this.callId)
    this.#calls.set(choice, calls)
    return calls
  }
}
