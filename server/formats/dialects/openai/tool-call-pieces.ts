import type { ChatEvent, JsonObject } from '../conversation.ts'
import { readNumber, textOf } from '../json.ts'
import { stateField } from '../state-seals.ts'
import { StreamedArguments } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { customOf, readCalled, signatureOf } from './read-answer.ts'

interface Call {
  index: number
  id: string
  name: string
  signature: string
  isTold: boolean
  /** Arguments that arrived before the name. */
  waiting: ChatEvent[]
  /** The input of a tool that takes plain text; undefined = it is another tool. */
  input: string | undefined
}

/** Some hosts send calls without id, name and arguments in answers that call nothing. */
const isReal = ({ id, name, waiting, isTold }: Call) => isTold || id !== '' || name !== '' || waiting.some(saysMore)
const saysMore = (event: ChatEvent) => !('text' in event) || !['', '{}'].includes(event.text.trim())

/**
 * Collects the tool calls of one choice of a stream. OpenAI sends id and name with the first piece and an index
 * with each (https://platform.openai.com/docs/guides/function-calling#streaming). Others leave out the index, use
 * it for several calls, repeat the name, or send it late.
 */
export class ToolCallPieces {
  readonly #byNumber = new Map<number, Call>()
  readonly #calls: Call[] = []
  readonly #arguments: StreamedArguments

  constructor(
    private readonly choice: number,
    /** The base for ids where the vendor gives none. */
    private readonly callId: string,
  ) {
    this.#arguments = new StreamedArguments(choice)
  }

  get any(): boolean {
    return this.#calls.some(isReal)
  }

  /** Returns whether pieces may follow this end: arguments are not complete, or no call has come yet. */
  isOpen({ finish_reason }: JsonObject): boolean {
    const real = this.#calls.filter(isReal)
    if (real.length === 0) return finish_reason === 'tool_calls'
    return real.some(({ index, input }) => input === undefined && !this.#arguments.isWhole(index))
  }

  /** Reads one piece. Arguments are buffered until the name is known. */
  take(piece: JsonObject): ChatEvent[] {
    const { name, arguments: json } = readCalled(piece)
    const call = this.#callOf(piece, textOf(name))
    call.id ||= textOf(piece.id)
    call.name ||= textOf(name)
    call.signature ||= signatureOf(piece)
    const custom = customOf(piece)
    if (custom) call.input = (call.input ?? '') + textOf(custom.input)
    call.waiting.push(...(custom ? this.#unseen(custom) : this.#arguments.add(call.index, json)))
    return call.name ? this.#tell(call) : []
  }

  /** Called when the choice is over. Emits calls that never got a name as they are. */
  end(): ChatEvent[] {
    for (const call of this.#calls) if (call.input !== undefined) this.#wrap(call, call.input)
    const real = this.#calls.filter(isReal)
    const untold = real.filter((call) => !call.isTold || call.waiting.length > 0).flatMap((call) => this.#tell(call))
    return [...untold, ...real.flatMap(({ index }) => this.#arguments.end(index))]
  }

  /** The input of a tool that takes plain text comes in pieces, and is one field of an object here. */
  #wrap(call: Call, input: string): void {
    const wrapped = this.#arguments.add(call.index, { input })
    call.waiting.push(...wrapped.map((event) => ({ ...event, isCounted: true as const }) as ChatEvent))
  }

  #unseen({ input }: JsonObject): ChatEvent[] {
    return textOf(input) ? [{ kind: 'unseen', choice: this.choice, text: textOf(input) }] : []
  }

  #callOf(piece: JsonObject, name: string): Call {
    const number = readNumber(piece.index)
    const id = textOf(piece.id)
    const known = number === undefined ? this.#unnumbered(id, name) : this.#byNumber.get(number)
    const isAnother = known !== undefined && id !== '' && known.id !== '' && id !== known.id && name !== ''
    if (known && !isAnother) return known
    const index = this.#calls.length
    const call: Call = { index, id: '', name: '', signature: '', waiting: [], isTold: false, input: undefined }
    this.#calls.push(call)
    this.#arguments.begin(index)
    if (number !== undefined) this.#byNumber.set(number, call)
    return call
  }

  #unnumbered(id: string, name: string): Call | undefined {
    if (id) return this.#calls.find((call) => call.id === id)
    return name ? undefined : this.#calls.at(-1)
  }

  #tell(call: Call): ChatEvent[] {
    const { choice } = this
    const { index, name, signature, waiting } = call
    const events: ChatEvent[] = []
    if (!call.isTold) {
      const id = call.id || createToolCallId(this.callId, index)
      events.push({ kind: 'tool_call', choice, index, id, name, ...stateField('gemini', 'call', signature) })
    }
    events.push(...waiting)
    call.isTold = true
    call.waiting = []
    return events
  }
}
