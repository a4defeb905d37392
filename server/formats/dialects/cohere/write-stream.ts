import { NO_USAGE, type Usage } from '#contract/prices/price.ts'
import type { ChatEvent, FinishReason, JsonObject, ToolCallPart } from '../conversation.ts'
import type { AnswerFacts, StreamWriter } from '../dialect.ts'
import { writeLogprobItems } from '../logprobs.ts'
import { finishReason, writeCall, writeCitation, writeUsage } from './write-answer.ts'
import { failureEvent } from './write-error.ts'

type Content = 'text' | 'thinking'
type Call = Omit<ToolCallPart, 'kind'>

/** Writes the events of a version 2 chat: https://docs.cohere.com/docs/streaming */
export class CohereStreamWriter implements StreamWriter {
  #begun = false
  /** The kind of the open content, and the index of the next one. */
  #open: Content | undefined
  #contents = 0
  #citations = 0
  #text = ''
  #openCall: number | undefined
  /** Further calls, which are written once complete: calls are sequential in this format. */
  readonly #waiting = new Map<number, Call>()
  #finish: { reason: FinishReason; stopSequence?: string } = { reason: 'stop' }

  /** Probabilities that go with the next text. */
  #logprobs: JsonObject[] = []

  constructor(private readonly facts: AnswerFacts) {}

  write(event: ChatEvent): string {
    switch (event.kind) {
      case 'logprobs':
        this.#logprobs.push(...writeLogprobItems(event.tokens))
        return ''
      case 'text':
      case 'refusal':
        this.#text += event.text
        return this.#begin() + this.#say('text', event.text)
      case 'reasoning':
        return this.#begin() + this.#say('thinking', event.text)
      case 'citation':
        return this.#begin() + this.#cite(event)
      case 'tool_call':
        return this.#begin() + this.#call(event)
      case 'arguments':
        return this.#addArguments(event.index, event.text)
      case 'finish': {
        const { reason, stopSequence } = event
        this.#finish = stopSequence === undefined ? { reason } : { reason, stopSequence }
        return ''
      }
      default:
        return ''
    }
  }

  end(usage: Usage | undefined): string {
    const { reason, stopSequence } = this.#finish
    const delta = { finish_reason: finishReason(reason, stopSequence), usage: writeUsage(usage ?? NO_USAGE) }
    return this.#begin() + this.#close() + this.#endCalls() + eventOf({ type: 'message-end', delta })
  }

  tail(): string {
    return 'data: [DONE]\n\n'
  }

  fail = failureEvent

  #begin(): string {
    if (this.#begun) return ''
    this.#begun = true
    const message = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] }
    return eventOf({ id: this.facts.id, type: 'message-start', delta: { message } })
  }

  #say(kind: Content, text: string): string {
    const before = this.#open === kind ? '' : this.#close() + this.#start(kind)
    const told = kind === 'text' ? this.#logprobs.splice(0) : []
    const logprobs = told.length > 0 ? { logprobs: told } : {}
    return before + this.#event('content-delta', { content: { [kind]: text } }, this.#contents - 1, logprobs)
  }

  #start(kind: Content): string {
    this.#open = kind
    this.#contents += 1
    return this.#event('content-start', { content: { type: kind, [kind]: '' } }, this.#contents - 1)
  }

  #close(): string {
    if (!this.#open) return ''
    this.#open = undefined
    return eventOf({ type: 'content-end', index: this.#contents - 1 })
  }

  /** Writes the first call as it arrives. */
  #call({ index, id, name, state }: Extract<ChatEvent, { kind: 'tool_call' }>): string {
    const call = { id, name, arguments: '', ...(state ? { state } : {}) }
    if (this.#openCall !== undefined) {
      this.#waiting.set(index, call)
      return ''
    }
    this.#openCall = index
    return this.#close() + this.#startCall(index, call)
  }

  #startCall(index: number, call: Call): string {
    const tool_calls = { ...writeCall(call), function: { name: call.name, arguments: '' } }
    return this.#event('tool-call-start', { tool_calls }, index)
  }

  #addArguments(index: number, text: string): string {
    const waiting = this.#waiting.get(index)
    if (!waiting) return this.#event('tool-call-delta', { tool_calls: { function: { arguments: text } } }, index)
    waiting.arguments += text
    return ''
  }

  #endCalls(): string {
    if (this.#openCall === undefined) return ''
    const whole = [...this.#waiting].map(([index, call]) => {
      const json = call.arguments
      this.#waiting.delete(index)
      return this.#startCall(index, call) + this.#addArguments(index, json) + eventOf({ type: 'tool-call-end', index })
    })
    return eventOf({ type: 'tool-call-end', index: this.#openCall }) + whole.join('')
  }

  #cite({ citation }: Extract<ChatEvent, { kind: 'citation' }>): string {
    const index = this.#citations++
    const citations = { ...writeCitation(citation, this.#text), content_index: Math.max(0, this.#contents - 1) }
    return this.#event('citation-start', { citations }, index) + eventOf({ type: 'citation-end', index })
  }

  #event(type: string, message: object, index: number, more: object = {}): string {
    return eventOf({ type, index, delta: { message }, ...more })
  }
}

const eventOf = (event: { type: string; [field: string]: unknown }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
