import type { Usage } from '#contract/prices/price.ts'
import type { AnswerPart, ChatEvent, Citation, FinishReason, TokenLogprob, ToolCallPart } from '../conversation.ts'
import type { AnswerFacts, StreamWriter } from '../dialect.ts'
import { writeLogprobsResult } from '../logprobs.ts'
import { writeGrounding } from './citations.ts'
import { answerFacts, toFinishReason, writePart, writeUsage } from './write-answer.ts'

/**
 * Writes partial answers as they arrive:
 * https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 */
export class GeminiStreamWriter implements StreamWriter {
  /** Tool calls whose arguments are being collected: they are written as a whole in this format. */
  readonly #calls = new Map<string, ToolCallPart>()
  readonly #finished = new Map<number, FinishReason>()
  #usage: Usage | undefined
  /**
   * The text of each choice, to which offsets of citations refer, and its citations, which are written at the end.
   */
  readonly #texts = new Map<number, { text: string; citations: Citation[] }>()

  /** Probabilities that go with the next part of a choice. */
  readonly #logprobs = new Map<number, TokenLogprob[]>()

  constructor(private readonly facts: AnswerFacts) {}

  write(event: ChatEvent): string {
    switch (event.kind) {
      case 'text':
        this.#textOf(event.choice).text += event.text
        return this.#part(event.choice, { kind: 'text', text: event.text })
      case 'logprobs':
        this.#logprobs.set(event.choice, [...(this.#logprobs.get(event.choice) ?? []), ...event.tokens])
        return ''
      case 'citation':
        this.#textOf(event.choice).citations.push(event.citation)
        return ''
      case 'refusal':
      case 'reasoning':
        return this.#part(event.choice, { kind: event.kind, text: event.text })
      case 'state':
        return this.#part(event.choice, { kind: 'reasoning', text: '', state: event.state })
      case 'image':
      case 'audio':
        return this.#part(event.choice, { kind: event.kind, source: event.source })
      case 'tool_call': {
        const { choice, index, id, name, state } = event
        const call = { kind: 'tool_call' as const, id, name, arguments: '', ...(state ? { state } : {}) }
        this.#calls.set(`${choice}.${index}`, call)
        return ''
      }
      case 'arguments': {
        const call = this.#calls.get(`${event.choice}.${event.index}`)
        if (call) call.arguments += event.text
        return ''
      }
      case 'finish':
        this.#finished.set(event.choice, event.reason)
        return this.#callsOf(event.choice)
      default:
        return ''
    }
  }

  /** The format has no end marker: the last partial answer is held back in its place. */
  end(usage: Usage | undefined): string {
    this.#usage = usage
    return ''
  }

  tail(): string {
    const candidates = [...this.#finished].map(([index, reason]) => ({
      content: { role: 'model', parts: [{ text: '' }] },
      finishReason: toFinishReason(reason),
      index,
      ...writeGrounding([{ ...this.#textOf(index), index: 0 }]),
    }))
    return this.#written({ candidates, ...(this.#usage ? { usageMetadata: writeUsage(this.#usage) } : {}) })
  }

  #textOf(choice: number) {
    const known = this.#texts.get(choice) ?? { text: '', citations: [] }
    this.#texts.set(choice, known)
    return known
  }

  #callsOf(choice: number): string {
    const keys = [...this.#calls.keys()].filter((key) => key.startsWith(`${choice}.`))
    return keys
      .map((key) => {
        const call = this.#calls.get(key)
        this.#calls.delete(key)
        return call ? this.#part(choice, call) : ''
      })
      .join('')
  }

  #part(index: number, part: AnswerPart): string {
    const parts = writePart(part)
    if (parts.length === 0) return ''
    const tokens = this.#logprobs.get(index)
    this.#logprobs.delete(index)
    const told = tokens ? writeLogprobsResult(tokens) : {}
    return this.#written({ candidates: [{ content: { role: 'model', parts }, index, ...told }] })
  }

  #written(fields: object): string {
    return `data: ${JSON.stringify({ ...fields, ...answerFacts(this.facts) })}\r\n\r\n`
  }
}
