import { NO_USAGE, type Usage } from '#contract/prices/price.ts'
import { shiftCitation } from '../citations.ts'
import type { ChatEvent, Citation, FinishReason, JsonObject } from '../conversation.ts'
import type { AnswerFacts, StreamWriter } from '../dialect.ts'
import { inputOf } from '../freeform-tools.ts'
import { parseObject } from '../json.ts'
import { writeLogprobs } from '../logprobs.ts'
import type { OpenAIError } from '../openai-errors.ts'
import type { VendorState } from '../vendor-state.ts'
import { writeAnnotation } from './citations.ts'
import { sealSummary } from './compaction.ts'
import { isBuiltIn } from './native-tools.ts'
import { failureEvents, writeEvent } from './write-error.ts'
import {
  type CalledTool,
  callItem,
  callPrefix,
  compactionItem,
  imageItem,
  messageItem,
  nativeOf,
  reasoningItem,
  refusalPart,
  summaryPart,
  textPart,
} from './write-items.ts'
import { incompleteReason, type Status, writeResponse } from './write-response.ts'
import { writeUsage } from './write-usage.ts'

interface OpenItem {
  /** `output_index`. */
  index: number
  id: string
}
interface OpenText extends OpenItem {
  kind: 'text' | 'refusal' | 'reasoning'
  text: string
  /** UTF-16 code units of the texts before. */
  start: number
  annotations: JsonObject[]
  logprobs: JsonObject[]
  /** The state of the reasoning. */
  state: VendorState | undefined
}
interface OpenCall extends OpenItem {
  call: CalledTool
}

/**
 * Writes the events of a response: https://platform.openai.com/docs/api-reference/responses-streaming. The last
 * events of this format repeat what was streamed, so a writer buffers the answer.
 */
export class ResponsesStreamWriter implements StreamWriter {
  #sequence = 0
  /** Items so far, by index: as JSON once they are complete. */
  readonly #items: (string | undefined)[] = []
  #open: OpenText | undefined
  /** UTF-16 code units of all texts so far. */
  #length = 0
  /** Open calls by the upstream's index: they may arrive interleaved. */
  readonly #calls = new Map<number, OpenCall>()
  #reason: FinishReason = 'stop'
  #usage: Usage | undefined
  /** Probabilities that go with the next text. */
  #logprobs: JsonObject[] = []
  /** The text of a summary, which is written sealed, as a whole. */
  #summary = ''

  constructor(private readonly facts: AnswerFacts) {}

  write(event: ChatEvent): string {
    if (event.kind === 'usage' || event.choice !== 0) return ''
    return this.#begin() + (this.facts.compaction ? this.#summarized(event) : this.#written(event))
  }

  /**
   * Completes the items. The final event, which reports the answer as complete, is held back in place of an end
   * marker.
   */
  end(usage: Usage | undefined): string {
    this.#usage = usage
    return this.#begin() + this.#closeAll() + this.#sealedSummary()
  }

  tail(): string {
    const reason = incompleteReason(this.#reason)
    const usage = writeUsage(this.#usage ?? NO_USAGE)
    const status = reason ? 'incomplete' : 'completed'
    const response = this.#response(status, { ...(reason && { incomplete_details: { reason } }), usage })
    this.facts.keep?.(this.#output(), response)
    return this.#event(`response.${status}`, { response })
  }

  fail(error: OpenAIError, requestId: string): string {
    return (
      this.#begin() + failureEvents(error, requestId, { sequence: this.#sequence, response: this.#response('failed') })
    )
  }

  #begin(): string {
    if (this.#sequence > 0) return ''
    const response = this.#response('in_progress')
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response })
  }

  #written(event: Exclude<ChatEvent, { kind: 'usage' }>): string {
    switch (event.kind) {
      case 'text':
      case 'refusal':
      case 'reasoning':
        return this.#text(event.kind, event.text)
      case 'citation':
        return this.#cited(event.citation)
      case 'state':
        return event.state.kind === 'redacted'
          ? this.#closeText() + this.#stateItem(event.state)
          : this.#signature(event.state)
      case 'tool_call':
        return this.#closeText() + this.#closeCalls(isComplete) + this.#call(event.index, event)
      case 'arguments':
        return this.#arguments(event.index, event.text)
      case 'logprobs':
        this.#logprobs.push(...writeLogprobs(event.tokens))
        return ''
      case 'unseen':
      case 'audio':
        return ''
      case 'image':
        return this.#closeText() + this.#wholeItem('ig', (id) => imageItem(id, event.source))
      case 'finish':
        this.#reason = event.reason
        return this.#closeAll()
    }
  }

  #summarized(event: ChatEvent): string {
    if (event.kind === 'text') this.#summary += event.text
    if (event.kind === 'finish') this.#reason = event.reason
    return ''
  }

  /** Throws Unreadable if the model wrote no summary. */
  #sealedSummary(): string {
    const { compaction } = this.facts
    if (!compaction) return ''
    const content = sealSummary([{ kind: 'text', text: this.#summary }], compaction)
    return this.#wholeItem('cmp', (id) => compactionItem(id, content))
  }

  #text(kind: OpenText['kind'], text: string): string {
    const opening = this.#opened(kind)
    const open = this.#open
    if (!open) return opening
    const isFirst = open.text === ''
    open.text += text
    if (kind === 'text') this.#length += text.length
    if (kind === 'text') {
      const logprobs = this.#logprobs.splice(0)
      open.logprobs.push(...logprobs)
      return opening + this.#part('response.output_text.delta', open, { delta: text, logprobs })
    }
    if (kind === 'refusal') return opening + this.#part('response.refusal.delta', open, { delta: text })
    const part = { part: summaryPart('') }
    const begun = isFirst ? this.#part('response.reasoning_summary_part.added', open, part) : ''
    return opening + begun + this.#part('response.reasoning_summary_text.delta', open, { delta: text })
  }

  #cited(citation: Citation): string {
    const opening = this.#opened('text')
    const open = this.#open
    if (!open) return opening
    const annotation = writeAnnotation(shiftCitation(citation, -open.start), open.text)
    const annotation_index = open.annotations.push(annotation) - 1
    return opening + this.#part('response.output_text.annotation.added', open, { annotation_index, annotation })
  }

  /** A signature ends the reasoning item: further reasoning gets its own. */
  #signature(state: VendorState): string {
    const opening = this.#opened('reasoning')
    if (this.#open) this.#open.state = state
    return opening + this.#closeText()
  }

  #opened(kind: OpenText['kind']): string {
    if (this.#open?.kind === kind) return ''
    const closed = this.#closeText() + this.#closeCalls(isComplete)
    const open: OpenText = {
      ...this.#newItem(kind === 'reasoning' ? 'rs' : 'msg'),
      kind,
      text: '',
      state: undefined,
      start: this.#length,
      annotations: [],
      logprobs: [],
    }
    this.#open = open
    if (kind === 'reasoning') return closed + this.#added(open, reasoningItem(open.id, '', undefined))
    const added = this.#added(open, messageItem(open.id, 'in_progress'))
    return closed + added + this.#part('response.content_part.added', open, { part: contentPart(open) })
  }

  #call(number: number, { id, name, state }: { id: string; name: string; state?: VendorState }): string {
    const seal = state ? this.#stateItem(state) : ''
    const call = { id, arguments: '', native: nativeOf(name, this.facts.natives) }
    const open: OpenCall = { ...this.#newItem(callPrefix(call)), call }
    this.#calls.set(number, open)
    return seal + (isBuiltIn(call.native.kind) ? '' : this.#added(open, callItem(open.id, 'in_progress', call)))
  }

  #arguments(number: number, delta: string): string {
    const open = this.#calls.get(number)
    if (!open) return ''
    open.call.arguments += delta
    // Arguments of other tools are converted once they are complete.
    if (open.call.native.kind !== 'function') return ''
    return this.#of('response.function_call_arguments.delta', open, { delta })
  }

  #closeAll(): string {
    return this.#closeText() + this.#closeCalls(() => true)
  }

  #closeText(): string {
    const open = this.#open
    if (!open) return ''
    this.#open = undefined
    const { kind, text, state } = open
    if (kind !== 'reasoning') {
      const part = contentPart(open)
      const done =
        kind === 'text'
          ? this.#part('response.output_text.done', open, { text, logprobs: open.logprobs })
          : this.#part('response.refusal.done', open, { refusal: text })
      const partDone = this.#part('response.content_part.done', open, { part })
      return done + partDone + this.#done(open, messageItem(open.id, this.#status(), part))
    }
    const done = text
      ? this.#part('response.reasoning_summary_text.done', open, { text }) +
        this.#part('response.reasoning_summary_part.done', open, { part: summaryPart(text) })
      : ''
    return done + this.#done(open, reasoningItem(open.id, text, state))
  }

  #closeCalls(which: (call: CalledTool) => boolean): string {
    let closed = ''
    for (const [number, open] of this.#calls) {
      if (!which(open.call)) continue
      // Streamed and repeated arguments must agree.
      if (open.call.arguments === '') closed += this.#arguments(number, '{}')
      this.#calls.delete(number)
      closed += this.#callDone(open, open.call) + this.#done(open, callItem(open.id, this.#status(), open.call))
    }
    return closed
  }

  #callDone(open: OpenItem, call: CalledTool): string {
    const { native, arguments: json } = call
    if (native.kind === 'function')
      return this.#of('response.function_call_arguments.done', open, { name: native.name, arguments: json })
    // The action of a built-in tool is written as a whole.
    if (isBuiltIn(native.kind)) return this.#added(open, callItem(open.id, 'in_progress', call))
    const input = inputOf(json)
    const delta = this.#of('response.custom_tool_call_input.delta', open, { delta: input })
    return delta + this.#of('response.custom_tool_call_input.done', open, { input })
  }

  #status(): 'completed' | 'incomplete' {
    return incompleteReason(this.#reason) ? 'incomplete' : 'completed'
  }

  #newItem(prefix: string): OpenItem {
    const index = this.#items.push(undefined) - 1
    return { index, id: `${prefix}_${this.facts.id}_${index}` }
  }

  /** Writes an item as a whole. */
  #wholeItem(prefix: string, item: (id: string) => JsonObject): string {
    const open = this.#newItem(prefix)
    return this.#added(open, item(open.id)) + this.#done(open, item(open.id))
  }

  #stateItem(state: VendorState): string {
    return this.#wholeItem('rs', (id) => reasoningItem(id, '', state))
  }

  #added({ index }: OpenItem, item: JsonObject): string {
    return this.#event('response.output_item.added', { output_index: index, item })
  }

  #done({ index }: OpenItem, item: JsonObject): string {
    this.#items[index] = JSON.stringify(item)
    return this.#event('response.output_item.done', { output_index: index, item })
  }

  /** Writes an event about the only part of an item. */
  #part(type: string, open: OpenText, fields: JsonObject): string {
    const place = open.kind === 'reasoning' ? { summary_index: 0 } : { content_index: 0 }
    return this.#of(type, open, { ...place, ...fields })
  }

  #of(type: string, { id, index }: OpenItem, fields: JsonObject): string {
    return this.#event(type, { item_id: id, output_index: index, ...fields })
  }

  #event(type: string, fields: JsonObject): string {
    return writeEvent({ type, sequence_number: this.#sequence++, ...fields })
  }

  #output(): JsonObject[] {
    return this.#items.flatMap((item) => (item === undefined ? [] : [JSON.parse(item)]))
  }

  #response(status: Status, more: JsonObject = {}): JsonObject {
    return writeResponse(this.facts, status, { ...more, output: this.#output() })
  }
}

/** Returns the only part of the message that is being streamed. */
const contentPart = ({ kind, text, annotations, logprobs }: OpenText) =>
  kind === 'refusal' ? refusalPart(text) : textPart(text, annotations, logprobs)

/** Returns whether the arguments of a call are complete. */
const isComplete = (call: CalledTool) => parseObject(call.arguments) !== undefined
