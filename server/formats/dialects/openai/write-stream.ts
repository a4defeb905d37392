import type { Usage } from '#contract/prices/price.ts'
import type { ChatEvent, TokenLogprob } from '../conversation.ts'
import type { AnswerFacts, StreamWriter } from '../dialect.ts'
import { inputOf } from '../freeform-tools.ts'
import { writeLogprobs } from '../logprobs.ts'
import { sealId } from '../state-seals.ts'
import { writeAnnotation } from './citations.ts'
import { callState, completionId, isFreeform, writeImage } from './write-answer.ts'
import { writeUsage } from './write-usage.ts'

/** Stands for a delta that is told later. */
const HELD = {}

type CitationEvent = Extract<ChatEvent, { kind: 'citation' }>

/** Writes chunks of a chat completion: https://platform.openai.com/docs/api-reference/chat-streaming */
export class OpenAIStreamWriter implements StreamWriter {
  readonly #head: string
  /** Choices that have begun: their first delta contains the role. */
  readonly #begun = new Set<number>()
  /** The text of each choice so far, to which offsets of citations refer. */
  readonly #texts = new Map<number, string>()

  /** Probabilities that go with the next delta of a choice. */
  readonly #logprobs = new Map<number, TokenLogprob[]>()
  /** The arguments so far of calls whose tools take a plain text. */
  readonly #freeforms = new Map<string, string>()

  constructor(private readonly facts: AnswerFacts) {
    const { id, model, created } = facts
    const head = { id: completionId(id), object: 'chat.completion.chunk', created, model }
    this.#head = JSON.stringify(head).slice(0, -1)
  }

  write(event: ChatEvent): string {
    if (event.kind === 'usage') return ''
    if (event.kind === 'logprobs') {
      this.#logprobs.set(event.choice, [...(this.#logprobs.get(event.choice) ?? []), ...event.tokens])
      return ''
    }
    const written = event.kind === 'citation' ? this.#cited(event) : (this.#freeform(event) ?? delta(event))
    if (event.kind === 'text') this.#texts.set(event.choice, (this.#texts.get(event.choice) ?? '') + event.text)
    if (!written) return ''
    const isFirst = !this.#begun.has(event.choice)
    this.#begun.add(event.choice)
    const inputs = event.kind === 'finish' ? this.#inputs(event.choice) : ''
    const opening = isFirst ? this.#choice(event.choice, { role: 'assistant', content: '' }, null) : ''
    if (written === HELD) return opening
    const isLast = event.kind === 'finish'
    const logprobs = isLast || event.kind === 'text' ? this.#logprobs.get(event.choice) : undefined
    if (logprobs) this.#logprobs.delete(event.choice)
    return opening + inputs + this.#choice(event.choice, written, isLast ? event.reason : null, logprobs)
  }

  /** Calls of tools that take a plain text: it is told as a whole, since it comes inside of an object. */
  #freeform(event: Exclude<ChatEvent, { kind: 'usage' | 'citation' | 'logprobs' }>): object | undefined {
    if (event.kind === 'tool_call' && isFreeform(event.name, this.facts.natives)) {
      this.#freeforms.set(`${event.choice}.${event.index}`, '')
      const call = { index: event.index, id: sealId(event.id, event.state), type: 'custom' }
      return { tool_calls: [{ ...call, custom: { name: event.name, input: '' }, ...callState(event.state) }] }
    }
    const key = event.kind === 'arguments' ? `${event.choice}.${event.index}` : ''
    const held = this.#freeforms.get(key)
    if (event.kind !== 'arguments' || held === undefined) return undefined
    this.#freeforms.set(key, held + event.text)
    return HELD
  }

  #inputs(choice: number): string {
    const own = [...this.#freeforms].filter(([key]) => key.startsWith(`${choice}.`))
    return own
      .map(([key, json]) => {
        this.#freeforms.delete(key)
        const call = { index: Number(key.slice(key.indexOf('.') + 1)), custom: { input: inputOf(json) } }
        return this.#choice(choice, { tool_calls: [call] }, null)
      })
      .join('')
  }

  #cited({ choice, citation }: CitationEvent): object {
    return { annotations: [writeAnnotation(citation, this.#texts.get(choice) ?? '')] }
  }

  end(usage: Usage | undefined): string {
    return usage && this.facts.usageWanted ? this.#chunk({ choices: [], usage: writeUsage(usage) }) : ''
  }

  tail(): string {
    return 'data: [DONE]\n\n'
  }

  #choice(index: number, delta: object, finish_reason: string | null, tokens?: TokenLogprob[]): string {
    const logprobs = tokens ? { content: writeLogprobs(tokens), refusal: null } : null
    return this.#chunk({ choices: [{ index, delta, logprobs, finish_reason }] })
  }

  #chunk(fields: object): string {
    return `data: ${this.#head},${JSON.stringify(fields).slice(1)}\n\n`
  }
}

/** undefined = this format cannot express the event. */
function delta(event: Exclude<ChatEvent, { kind: 'usage' | 'citation' | 'logprobs' }>): object | undefined {
  switch (event.kind) {
    case 'text':
      return { content: event.text }
    case 'refusal':
      return { refusal: event.text }
    case 'reasoning':
      return { reasoning_content: event.text }
    case 'image':
      return { images: [writeImage(event.source)] }
    case 'tool_call': {
      const { index, id, name, state } = event
      const call = { index, id: sealId(id, state), type: 'function', function: { name, arguments: '' } }
      return { tool_calls: [{ ...call, ...callState(state) }] }
    }
    case 'arguments':
      return { tool_calls: [{ index: event.index, function: { arguments: event.text } }] }
    case 'finish':
      return {}
    case 'unseen':
    case 'audio':
    case 'state':
      return undefined
  }
}
