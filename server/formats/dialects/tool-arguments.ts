import { isRecord } from '#contract/is-record.ts'
import { parseJson } from '../../platform/json/parse-json.ts'
import type { ChatEvent, JsonObject } from './conversation.ts'

/**
 * Returns the arguments of a tool call as text. Vendors send a JSON text as documented, the object itself, nothing
 * or `null` for no arguments, or a JSON text inside another. Text that is not a JSON object stays as the model
 * wrote it.
 */
export function toArgumentsText(value: unknown): string {
  if (value === undefined || value === null) return '{}'
  if (typeof value !== 'string') return JSON.stringify(value)
  const text = value.trim()
  if (text === '' || text === 'null') return '{}'
  if (!text.startsWith('"')) return value
  const inner = parsed(text)
  return typeof inner === 'string' && isRecord(parsed(inner)) ? inner : value
}

/** Returns the arguments of a tool call as an object. Anything else is wrapped in its field `input`. */
export function toArgumentsObject(value: unknown): JsonObject {
  const text = toArgumentsText(value)
  const read = parsed(text)
  return isRecord(read) ? read : { input: read ?? text.trim() }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const NOTHING = 'null'
/** Returns whether a text is, or may become, what vendors stream for no arguments. */
const isNothingYet = (text: string) => NOTHING.startsWith(text.trim())

/**
 * The streamed arguments of the tool calls of one choice. Guarantees that each call has arguments, and that they
 * either begin with `{` or come as one event, whatever the vendor streams. Calls are identified by their `index`.
 */
export class StreamedArguments {
  /** Buffered text that may not be the beginning of an object; undefined = the object has begun. */
  readonly #held = new Map<number, string | undefined>()
  readonly #scans = new Map<number, ObjectScan>()

  constructor(private readonly choice: number) {}

  begin(index: number): void {
    this.#held.set(index, '')
    this.#scans.set(index, new ObjectScan())
  }

  /** Adds the next piece: a text, or the whole arguments as an object. */
  add(index: number, piece: unknown): ChatEvent[] {
    const text = typeof piece === 'string' ? piece : isRecord(piece) ? JSON.stringify(piece) : ''
    if (text === '') return []
    // Output must be counted for billing as it arrives, even for calls that the vendor never announced.
    const unseen = { kind: 'unseen' as const, choice: this.choice, text }
    if (!this.#held.has(index)) return [unseen]
    const held = this.#held.get(index)
    if (held === undefined) return [this.#event(index, text)]
    const all = held + text
    const hasBegun = all.trimStart().startsWith('{')
    this.#held.set(index, hasBegun ? undefined : all)
    if (hasBegun) return [this.#event(index, all)]
    return isNothingYet(all) ? [] : [unseen]
  }

  /** Returns whether the call has emitted any of its arguments. */
  hasBegun(index: number): boolean {
    return this.#held.get(index) !== ''
  }

  /** Returns whether the emitted arguments of the call are complete. */
  isWhole(index: number): boolean {
    return this.#scans.get(index)?.isWhole === true
  }

  /** Ends a call: no more pieces follow. */
  end(index: number): ChatEvent[] {
    const held = this.#held.get(index)
    if (held === undefined) return []
    this.#held.set(index, undefined)
    const event = this.#event(index, toArgumentsText(held))
    return [isNothingYet(held) ? event : { ...event, isCounted: true }]
  }

  endAll(): ChatEvent[] {
    return [...this.#held.keys()].flatMap((index) => this.end(index))
  }

  #event(index: number, text: string) {
    this.#scans.get(index)?.add(text)
    return { kind: 'arguments' as const, choice: this.choice, index, text }
  }
}

/** The indexes of the tool calls of a stream, by all names that events have for a call: ids and places. */
export class CallIndexes {
  readonly #indexes = new Map<unknown, number>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Begins the next call and returns its index. */
  begin(...names: readonly unknown[]): number {
    const index = this.#size++
    for (const name of names.filter(isName)) this.#indexes.set(name, index)
    return index
  }

  has(...names: readonly unknown[]): boolean {
    return names.some((name) => isName(name) && this.#indexes.has(name))
  }

  /** Returns the index for the first name that is known; for an event without names the last call; −1 = no call. */
  find(...names: readonly unknown[]): number {
    const given = names.filter(isName)
    const known = given.find((name) => this.#indexes.has(name))
    return given.length === 0 ? this.#size - 1 : (this.#indexes.get(known) ?? -1)
  }
}

const isName = (name: unknown) => name !== undefined && name !== null && name !== ''

/** Finds the end of a JSON object that arrives in pieces, without parsing it. Text that is no object is whole at once. */
export class ObjectScan {
  #depth = 0
  #inText = false
  #isEscaped = false
  #isWhole = false

  get isWhole(): boolean {
    return this.#isWhole
  }

  add(piece: string): void {
    for (const letter of piece) this.#step(letter)
  }

  #step(letter: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#inText) {
      if (letter === '\\') this.#isEscaped = true
      else if (letter === '"') this.#inText = false
    } else if (letter === '"') this.#inText = true
    else if (letter === '{' || letter === '[') this.#depth += 1
    else if (letter === '}' || letter === ']') this.#depth -= 1
    this.#isWhole = this.#depth <= 0 && !this.#inText
  }
}
