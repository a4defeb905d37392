import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, parsedObject, textOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { finishReason, reasoningOf, signatureOf } from './read-answer.ts'

/** Reads chunks of a chat completion: https://platform.openai.com/docs/api-reference/chat-streaming */
export class OpenAIStreamReader implements StreamReader {
  /** Tool calls that have begun, by choice and number: some vendors repeat id and name in every piece. */
  readonly #begun = new Set<string>()

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
    const reasoning = reasoningOf(said)
    if (reasoning) events.push({ kind: 'reasoning', choice, text: reasoning })
    const text = textOf(said.content) || textOf(said.refusal)
    if (text) events.push({ kind: 'text', choice, text })
    for (const [at, call] of objectsOf(said.tool_calls).entries()) events.push(...this.#call(call, choice, at))
    if (finish_reason) events.push({ kind: 'finish', choice, reason: finishReason(finish_reason) })
    return events
  }

  #call(call: JsonObject, choice: number, at: number): ChatEvent[] {
    const index = numberOf(call.index) ?? at
    const { name, arguments: json } = objectOf(call.function)
    const events: ChatEvent[] = []
    const key = `${choice}.${index}`
    if (!this.#begun.has(key)) {
      this.#begun.add(key)
      const signature = signatureOf(call)
      const id = textOf(call.id) || `call_${index}`
      events.push({ kind: 'tool_call', choice, index, id, name: textOf(name), ...(signature ? { signature } : {}) })
    }
    if (textOf(json)) events.push({ kind: 'arguments', choice, index, text: textOf(json) })
    return events
  }
}
