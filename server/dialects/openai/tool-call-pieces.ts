import type { ChatEvent, JsonObject } from '../conversation.ts'
import { numberIn, textOf } from '../json.ts'
import { stateField } from '../seals.ts'
import { StreamedArguments } from '../tool-arguments.ts'
import { toolCallId } from '../tool-ids.ts'
import { calledIn, signatureOf } from './read-answer.ts'

interface Call {
  index: number
  id: string
  name: string
  signature: string
  isTold: boolean
  /** Arguments that came before the name. */
  waiting: ChatEvent[]
}

/**
 * The tool calls of one choice of a stream. OpenAI sends id and name with the first piece and a number with each
 * (https://platform.openai.com/docs/guides/function-calling#streaming); others leave out the number, give several calls
 * the same one, repeat the name, or send it late.
 */
export class ToolCallPieces {
  readonly #byNumber = new Map<number, Call>()
  readonly #calls: Call[] = []
  readonly #arguments: StreamedArguments

  constructor(
    private readonly choice: number,
    /** Makes ids where the vendor has none. */
    private readonly callId: string,
  ) {
    this.#arguments = new StreamedArguments(choice)
  }

  get any(): boolean {
    return this.#calls.length > 0
  }

  /** What a piece says; arguments wait for the name. */
  take(piece: JsonObject): ChatEvent[] {
    const { name, arguments: json } = calledIn(piece)
    const call = this.#callOf(piece, textOf(name))
    call.id ||= textOf(piece.id)
    call.name ||= textOf(name)
    call.signature ||= signatureOf(piece)
    call.waiting.push(...this.#arguments.add(call.index, json))
    return call.name ? this.#tell(call) : []
  }

  /** The choice is over: what never got a name is told as it is. */
  end(): ChatEvent[] {
    const untold = this.#calls.filter(({ isTold }) => !isTold).flatMap((call) => this.#tell(call))
    return [...untold, ...this.#arguments.endAll()]
  }

  #callOf(piece: JsonObject, name: string): Call {
    const number = numberIn(piece.index)
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
      const id = call.id || toolCallId(this.callId, index)
      events.push({ kind: 'tool_call', choice, index, id, name, ...stateField('gemini', 'call', signature) })
    }
    events.push(...waiting)
    call.isTold = true
    call.waiting = []
    return events
  }
}
