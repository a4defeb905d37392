import type { ChatEvent, Citation, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, parseObject, readTokenCount, textOf } from '../json.ts'
import { stateField } from '../state-seals.ts'
import { CallIndexes, StreamedArguments } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import type { StateKind } from '../vendor-state.ts'
import { readCitation } from './citations.ts'
import { readEnding } from './read-answer.ts'
import { ranCode, readUsage, withContainer } from './read-usage.ts'

/** Reads the stream of a message: https://platform.claude.com/docs/en/build-with-claude/streaming */
export class AnthropicStreamReader implements StreamReader {
  #usage: JsonObject = {}
  #hasRunCode = false
  /** The indexes of tool calls by those of their blocks, which count texts as well. */
  readonly #calls = new CallIndexes()
  readonly #arguments = new StreamedArguments(0)
  /** No block has begun. */
  #isEmpty = true
  #hasEnded = false
  /** UTF-16 code units of all texts so far, and the offset at which the open block begins. */
  #length = 0
  #blockStart = 0
  /** Citations of the open block, which apply to the whole block. */
  #citations: Citation[] = []

  /** `callId`: the base for ids of calls that have none. */
  constructor(private readonly callId = '') {}

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    switch (event.type) {
      case 'message_start':
        // If another model continues the stream, its message replaces the first.
        this.#usage = {}
        return this.#used(objectOf(objectOf(event.message).usage))
      case 'content_block_start':
        return this.#begin(objectOf(event.content_block), event.index)
      case 'content_block_delta':
        return this.#more(objectOf(event.delta), event.index)
      case 'content_block_stop':
        return this.#stop(event.index)
      case 'message_delta':
        return this.#finish(event)
      case 'message_stop':
        return this.end(true)
      default:
        return []
    }
  }

  /** Some servers give no reason for the end. */
  end(isMarked: boolean): ChatEvent[] {
    return isMarked && !this.#hasEnded && !this.#isEmpty ? this.#finish({ delta: { stop_reason: 'end_turn' } }) : []
  }

  #used(usage: JsonObject): (ChatEvent & { kind: 'usage' })[] {
    const read = readUsage(usage, this.#usage)
    this.#usage = read.raw
    const used = withContainer(read.usage, this.#hasRunCode)
    return used && Object.keys(usage).length > 0 ? [{ kind: 'usage', usage: used }] : []
  }

  #begin(block: JsonObject, place: unknown): ChatEvent[] {
    this.#isEmpty = false
    this.#hasRunCode ||= ranCode(block)
    if (block.type === 'redacted_thinking') return stated('redacted', textOf(block.data))
    if (block.type === 'text') return this.#beginText(block)
    if (block.type === 'web_search_tool_result') return this.#searched(block)
    if (block.type !== 'tool_use') return []
    const index = this.#calls.begin(place)
    const id = textOf(block.id) || createToolCallId(this.callId, index)
    const begun = { kind: 'tool_call' as const, choice: 0, index, id, name: textOf(block.name) }
    this.#arguments.begin(index)
    // An empty object means that the arguments will follow.
    const isWhole = typeof block.input === 'string' || Object.keys(objectOf(block.input)).length > 0
    return isWhole ? [begun, ...this.#arguments.add(index, block.input)] : [begun]
  }

  #beginText({ text, citations }: JsonObject): ChatEvent[] {
    this.#blockStart = this.#length
    this.#citations = objectsOf(citations).map(readCitation)
    return this.#said(textOf(text))
  }

  #said(text: string): ChatEvent[] {
    this.#length += text.length
    return text ? [{ kind: 'text', choice: 0, text }] : []
  }

  /**
   * Usage reports searches only at the end, which an interrupted stream does not reach. Failed searches are free:
   * https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
   */
  #searched({ content }: JsonObject): ChatEvent[] {
    if (!Array.isArray(content)) return []
    const web_search_requests = readTokenCount(objectOf(this.#usage.server_tool_use).web_search_requests) + 1
    return this.#used({ server_tool_use: { web_search_requests } }).map((event) => ({
      ...event,
      ofTools: true as const,
    }))
  }

  #more(delta: JsonObject, place: unknown): ChatEvent[] {
    this.#isEmpty = false
    switch (delta.type) {
      case 'text_delta':
        return this.#said(textOf(delta.text))
      case 'citations_delta':
        this.#citations.push(readCitation(objectOf(delta.citation)))
        return []
      case 'thinking_delta':
        return textOf(delta.thinking) ? [{ kind: 'reasoning', choice: 0, text: textOf(delta.thinking) }] : []
      case 'signature_delta':
        return stated('signature', textOf(delta.signature))
      case 'input_json_delta':
        return this.#calls.has(place) ? this.#arguments.add(this.#calls.find(place), delta.partial_json) : []
      default:
        return []
    }
  }

  #stop(place: unknown): ChatEvent[] {
    const span = { start: this.#blockStart, end: this.#length }
    const cited = this.#citations.map((citation) => ({ ...citation, span }))
    this.#citations = []
    return [
      ...cited.map((citation) => ({ kind: 'citation' as const, choice: 0, citation })),
      ...(this.#calls.has(place) ? this.#arguments.end(this.#calls.find(place)) : []),
    ]
  }

  #finish(event: JsonObject): ChatEvent[] {
    const used = this.#used(objectOf(event.usage))
    const delta = objectOf(event.delta)
    if (!delta.stop_reason) return used
    const { finish, ...own } = readEnding(delta, { hasCalls: this.#calls.size > 0, isEmpty: this.#isEmpty })
    this.#hasEnded = true
    return [
      ...this.#stop(undefined),
      ...this.#arguments.endAll(),
      { kind: 'finish', choice: 0, reason: finish, ...own },
      ...used,
    ]
  }
}

function stated(kind: StateKind, value: string): ChatEvent[] {
  const { state } = stateField('anthropic', kind, value)
  return state ? [{ kind: 'state', choice: 0, state }] : []
}
