import type { JsonObject } from '../conversation.ts'
import { isObject, numberOf, objectOf, objectsOf, textOf } from '../json.ts'

/**
 * The whole completion that chunks tell, with all that the vendor says in them, such as probabilities and citations.
 * undefined = they do not have the documented shape, or not every choice has ended.
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
export function collectCompletion(chunks: readonly JsonObject[]): JsonObject | undefined {
  const choices = new Map<number, JsonObject>()
  let whole: JsonObject = {}
  for (const chunk of chunks) {
    whole = { ...whole, ...present(chunk) }
    for (const { delta, ...more } of objectsOf(chunk.choices)) {
      const index = numberOf(more.index)
      if (index === undefined || !isObject(delta) || !areNumbered(delta.tool_calls)) return undefined
      choices.set(index, joinChoice(choices.get(index), { ...more, delta }))
    }
  }
  const all = [...choices.values()]
  if (all.length === 0 || all.some(({ finish_reason }) => textOf(finish_reason) === '')) return undefined
  return { ...whole, object: 'chat.completion', choices: all }
}

const present = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** Pieces of calls without a number are put together elsewhere. */
const areNumbered = (calls: unknown) =>
  objectsOf(calls).every(({ index }) => MOST_CALLS > (numberOf(index) ?? MOST_CALLS))
/** More calls than any answer has: a wrong number must not fill the memory. */
const MOST_CALLS = 1000

function joinChoice(known: JsonObject = {}, { delta, logprobs, ...more }: JsonObject): JsonObject {
  const probabilities = joined(known.logprobs ?? null, logprobs)
  const message = joined(known.message ?? { role: 'assistant', content: null }, withoutRole(objectOf(delta)))
  return { finish_reason: null, ...known, ...present(more), message, logprobs: probabilities }
}

const withoutRole = ({ role: _, ...delta }: JsonObject) => delta

/** Texts go on, lists and objects get more, calls by their number; anything else is replaced. */
function joined(known: unknown, more: unknown, name = ''): unknown {
  if (more === null || more === undefined) return known ?? more
  if (typeof more === 'string') return typeof known === 'string' && !WHOLE.has(name) ? known + more : more
  if (Array.isArray(more)) return name === 'tool_calls' ? joinCalls(known, more) : added(known, more)
  if (!isObject(more)) return more
  const into: JsonObject = { ...objectOf(known) }
  for (const [field, value] of Object.entries(more)) into[field] = joined(into[field], value, field)
  return into
}

/** Fields that some hosts repeat in every piece. */
const WHOLE = new Set(['id', 'type', 'name'])

/** A list of this answer's own grows; the first one is copied. */
function added(known: unknown, more: readonly unknown[]): unknown[] {
  if (!Array.isArray(known)) return [...more]
  for (const item of more) known.push(item)
  return known
}

function joinCalls(known: unknown, pieces: unknown[]): JsonObject[] {
  const calls = [...objectsOf(known)]
  for (const { index, ...piece } of objectsOf(pieces)) {
    const at = Math.max(0, Math.trunc(numberOf(index) ?? 0))
    calls[at] = objectOf(joined(calls[at] ?? { type: 'function' }, piece))
  }
  return calls
}
