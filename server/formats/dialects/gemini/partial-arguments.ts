import type { JsonObject } from '../conversation.ts'
import { textOf } from '../json.ts'

type Key = string | number
type Container = Record<Key, unknown>

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g
/** More elements than any call has. Bounds the memory that a wrong index can take. */
const MAX_ITEMS = 10_000

/**
 * Assembles arguments that arrive in pieces, each with its path:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling#streaming
 */
export class PartialArguments {
  readonly #root: JsonObject = {}

  add({ jsonPath, stringValue, numberValue, boolValue, nullValue }: JsonObject): void {
    const path = keysIn(textOf(jsonPath))
    const last = path.pop()
    if (last === undefined) return
    const place = this.#container(path, last)
    if (!place || !isSafe(last)) return
    // A later piece of a text is appended to it.
    if (stringValue !== undefined) place[last] = textOf(place[last]) + textOf(stringValue)
    else if (numberValue !== undefined) place[last] = numberValue
    else if (boolValue !== undefined) place[last] = boolValue
    else if (nullValue !== undefined) place[last] = null
  }

  /** The JSON text of the arguments so far. */
  get text(): string {
    return JSON.stringify(this.#root)
  }

  #container(path: readonly Key[], last: Key): Container | undefined {
    let place: Container = this.#root
    for (const [index, key] of path.entries()) {
      if (!isSafe(key)) return undefined
      const next = path[index + 1] ?? last
      const known = place[key]
      if (typeof known === 'object' && known !== null) place = known as Container
      else {
        const made = (typeof next === 'number' ? [] : {}) as Container
        place[key] = made
        place = made
      }
    }
    return place
  }
}

const keysIn = (path: string): Key[] =>
  [...path.matchAll(STEP)].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? quoted ?? '') : Number(index),
  )

const isSafe = (key: Key) => (typeof key === 'number' ? key < MAX_ITEMS : key !== '__proto__')
