import { NO_USAGE, type Usage } from '#contract/prices/price.ts'
import type { ChatEvent, FinishReason } from '../conversation.ts'
import type { AnswerFacts, StreamWriter } from '../dialect.ts'
import { UNSIGNED, writeState } from '../state-seals.ts'
import { ObjectScan, toArgumentsObject } from '../tool-arguments.ts'
import type { VendorState } from '../vendor-state.ts'
import { writeCitation } from './citations.ts'
import { messageHead, stateBefore, stopReason, writeCallId, writeUsage } from './write-answer.ts'

type ToolCall = Extract<ChatEvent, { kind: 'tool_call' }>

/** Writes the stream of a message: https://platform.claude.com/docs/en/build-with-claude/streaming */
export class AnthropicStreamWriter implements StreamWriter {
  #hasBegun = false
  /** The index of the open block, or of the next one. */
  #block = 0
  #open: 'text' | 'thinking' | ToolCall | undefined
  /** The open block has its signature: further reasoning needs a new block. */
  #isSigned = false
  /** The message has a thinking block. */
  #hasThought = false
  /**
   * Tool calls that began while another was open: blocks are sequential in this format, but calls may arrive
   * interleaved.
   */
  readonly #waiting = new Map<number, { call: ToolCall; json: string }>()
  #reason: FinishReason = 'stop'
  #isRefused = false
  /** A part of the open call's arguments has been written. */
  #hasArguments = false
  /** Whether the arguments of the open call are complete. */
  #argued = new ObjectScan()
  /** What came between the arguments of a call, whose block must not be interrupted: it follows the calls. */
  #held: Exclude<ChatEvent, { kind: 'usage' }>[] = []
  #stopSequence: string | undefined

  constructor(private readonly facts: AnswerFacts) {}

  write(event: ChatEvent): string {
    if (event.kind === 'usage' || event.choice !== 0) return ''
    return this.#begin() + this.#inOrder(event)
  }

  #inOrder(event: Exclude<ChatEvent, { kind: 'usage' }>): string {
    const isCall = event.kind === 'tool_call' || event.kind === 'arguments' || event.kind === 'finish'
    const isInside = typeof this.#open === 'object' && !(this.#argued.isWhole && this.#waiting.size === 0)
    if (!isCall && isInside) {
      this.#held.push(event)
      return ''
    }
    return isCall && event.kind !== 'finish' ? this.#written(event) : this.#released() + this.#written(event)
  }

  /** Ends the calls, and writes what was held back. */
  #released(): string {
    const held = this.#held
    this.#held = []
    return held.length > 0 ? this.#close() + held.map((event) => this.#written(event)).join('') : ''
  }

  #written(event: Exclude<ChatEvent, { kind: 'usage' }>): string {
    switch (event.kind) {
      case 'refusal':
        this.#isRefused = true
        return this.#opened('text') + this.#delta({ type: 'text_delta', text: event.text })
      case 'text':
        return this.#opened('text') + this.#delta({ type: 'text_delta', text: event.text })
      case 'citation':
        return this.#opened('text') + this.#delta({ type: 'citations_delta', citation: writeCitation(event.citation) })
      case 'reasoning':
        return this.#thinking() + this.#delta({ type: 'thinking_delta', thinking: event.text })
      case 'state':
        return this.#state(event.state)
      case 'tool_call':
        return this.#call(event)
      case 'arguments':
        return this.#arguments(event.index, event.text)
      case 'finish':
        this.#reason = this.#isRefused ? 'content_filter' : event.reason
        this.#stopSequence = event.stopSequence
        return this.#close()
      case 'logprobs':
      case 'unseen':
      case 'image':
      case 'audio':
        return ''
    }
  }

  end(usage: Usage | undefined): string {
    const delta = stopReason(this.#reason, this.#stopSequence)
    return (
      this.#begin() +
      this.#released() +
      this.#close() +
      written('message_delta', { delta, usage: writeUsage(usage ?? NO_USAGE) })
    )
  }

  tail(): string {
    return written('message_stop', {})
  }

  #begin(): string {
    if (this.#hasBegun) return ''
    this.#hasBegun = true
    const usage = { ...writeUsage(NO_USAGE), input_tokens: this.facts.inputTokens }
    const message = { ...messageHead(this.facts), content: [], stop_reason: null, stop_sequence: null, usage }
    return written('message_start', { message })
  }

  #thinking(): string {
    const closed = this.#isSigned ? this.#close() : ''
    return closed + this.#opened('thinking')
  }

  #state(state: VendorState): string {
    const written = writeState(state, 'anthropic')
    this.#hasThought = true
    if (state.kind === 'redacted') return this.#close() + this.#whole({ type: 'redacted_thinking', data: written })
    const opened = this.#thinking()
    this.#isSigned = true
    return opened + this.#signature(written)
  }

  #signature(signature: string): string {
    return this.#delta({ type: 'signature_delta', signature })
  }

  #opened(kind: 'text' | 'thinking'): string {
    if (this.#open === kind) return ''
    const closed = this.#close()
    this.#open = kind
    if (kind === 'thinking') this.#hasThought = true
    const block = kind === 'text' ? { type: kind, text: '' } : { type: kind, thinking: '', signature: '' }
    return closed + this.#start(block)
  }

  #call(call: ToolCall): string {
    if (typeof this.#open === 'object') {
      this.#waiting.set(call.index, { call, json: '' })
      return ''
    }
    const closed = this.#close()
    this.#open = call
    this.#hasArguments = false
    this.#argued = new ObjectScan()
    return closed + this.#startCall(call)
  }

  #startCall(call: ToolCall): string {
    const before = stateBefore(call.state).map((block) => this.#whole(block))
    const id = writeCallId(call, this.#hasThought)
    return before.join('') + this.#start({ type: 'tool_use', id, name: call.name, input: {} })
  }

  #arguments(index: number, text: string): string {
    const waiting = this.#waiting.get(index)
    if (waiting) waiting.json += text
    else if (typeof this.#open === 'object' && this.#open.index === index) return this.#input(text)
    return ''
  }

  /**
   * Arguments that are not an object are written as one event, because the input of a call must be an object in
   * this format.
   */
  #input(text: string): string {
    const isObject = this.#hasArguments || text.trimStart().startsWith('{')
    this.#argued.add(text)
    this.#hasArguments = true
    const partial_json = isObject ? text : JSON.stringify(toArgumentsObject(text))
    return this.#delta({ type: 'input_json_delta', partial_json })
  }

  /** Closes the open block, and writes the calls that waited for it. */
  #close(): string {
    // Unsigned reasoning is marked, so that it is recognized when it comes back.
    const unsigned = this.#open === 'thinking' && !this.#isSigned ? this.#signature(UNSIGNED) : ''
    let closed = this.#open ? unsigned + this.#stop() : ''
    for (const { call, json } of this.#waiting.values()) {
      closed += this.#startCall(call)
      this.#hasArguments = false
      closed += this.#input(json) + this.#stop()
    }
    this.#waiting.clear()
    this.#open = undefined
    this.#isSigned = false
    return closed
  }

  /** Writes a block as a whole. */
  #whole(block: object): string {
    return this.#start(block) + this.#stop()
  }

  #start(content_block: object): string {
    return written('content_block_start', { index: this.#block, content_block })
  }

  #delta(delta: object): string {
    return written('content_block_delta', { index: this.#block, delta })
  }

  #stop(): string {
    return written('content_block_stop', { index: this.#block++ })
  }
}

const written = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
