import type { ChatEvent, JsonObject } from '../conversation.ts'
import { readNumber, textOf } from '../json.ts'
import { stateField } from '../state-seals.ts'
import { StreamedArguments } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { readCalled, signatureOf } from './read-answer.ts'

interface Call {
  index: number
  id: string
  name: string
  signature: string
  isTold: boolean
  /** Arguments that arrived before the name. */
  waiting: ChatEvent[]
}

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
    return this.#calls.length > 0
  }

  /** Reads one piece. Arguments are buffered until the name is known. */
  take(piece: JsonObject): ChatEvent[] {
    const { name, arguments: json } = readCalled(piece)
    const call = this.#callOf(piece, textOf(name))
    call.id ||= textOf(piece.id)
    call.name ||= textOf(name)
    call.signature ||= signatureOf(piece)
    call.waiting.push(...this.#arguments.add(call.index, json))
    return call.name ? this.#tell(call) : []
  }

  /** Called when the choice is over. Emits calls that never got a name as they are. */
  end(): ChatEvent[] {
    const untold = this.#calls.filter(({ isTold }) => !isTold).flatMap((call) => this.#tell(call))
    return [...untold, ...this.#arguments.endAll()]
  }

  #callOf(piece: JsonObject, name: string): Call {
    const number = readNumber(piece.index)
    const id = textOf(piece.id)
    const known = number === undefined ? this.#unnumbered(id, name) : this.#byNumber.get(number)
    const isAnother = known !== undefined && id !== '' && known.id !== '' && id !== known.id && name !== ''
    if (known && !isAnother) return known
    const index = this.#calls.length
    const call: Call = { index, id: '', name: '', signature: '', waiting: [], isTold: false }
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
