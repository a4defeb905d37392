import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { numberOf, objectOf, objectsOf, textOf } from '../json.ts'

/**
 * Collects chunks into a whole completion, with all vendor-specific fields, such as probabilities and citations.
 * Returns undefined if they do not have the documented shape, or not every choice has ended.
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
export function collectCompletion(chunks: readonly JsonObject[]): JsonObject | undefined {
  const choices = new Map<number, JsonObject>()
  let whole: JsonObject = {}
  for (const chunk of chunks) {
    whole = { ...whole, ...present(chunk) }
    for (const { delta, ...more } of objectsOf(chunk.choices)) {
      const index = numberOf(more.index)
      if (index === undefined || !isRecord(delta) || !areNumbered(delta.tool_calls)) return undefined
      choices.set(index, joinChoice(choices.get(index), { ...more, delta }))
    }
  }
  const all = [...choices.values()]
  if (all.length === 0 || all.some(({ finish_reason }) => textOf(finish_reason) === '')) return undefined
  return { ...whole, object: 'chat.completion', choices: all }
}

const present = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** Pieces of tool calls without an index are merged elsewhere. */
const areNumbered = (calls: unknown) =>
  objectsOf(calls).every(({ index }) => MAX_CALLS > (numberOf(index) ?? MAX_CALLS))
/** More calls than any answer has. Bounds the memory that a wrong index can take. */
const MAX_CALLS = 1000

function joinChoice(known: JsonObject = {}, { delta, logprobs, ...more }: JsonObject): JsonObject {
  const probabilities = mergeValue(known.logprobs ?? null, logprobs)
  const message = mergeValue(known.message ?? { role: 'assistant', content: null }, withoutRole(objectOf(delta)))
  return { finish_reason: null, ...known, ...present(more), message, logprobs: probabilities }
}

const withoutRole = ({ role: _, ...delta }: JsonObject) => delta

/** Appends texts, extends lists and objects, and merges calls by their index. Replaces anything else. */
function mergeValue(known: unknown, more: unknown, name = ''): unknown {
  if (more === null || more === undefined) return known ?? more
  if (typeof more === 'string') return typeof known === 'string' && !WHOLE.has(name) ? known + more : more
  if (Array.isArray(more)) return name === 'tool_calls' ? joinCalls(known, more) : appendAll(known, more)
  if (!isRecord(more)) return more
  const into: JsonObject = { ...objectOf(known) }
  for (const [field, value] of Object.entries(more)) into[field] = mergeValue(into[field], value, field)
  return into
}

/** Fields that some hosts repeat in every piece. */
const WHOLE = new Set(['id', 'type', 'name'])

/** Appends to a list that this answer owns. The first list is copied. */
function appendAll(known: unknown, more: readonly unknown[]): unknown[] {
  if (!Array.isArray(known)) return [...more]
  for (const item of more) known.push(item)
  return known
}

function joinCalls(known: unknown, pieces: unknown[]): JsonObject[] {
  const calls = [...objectsOf(known)]
  for (const { index, ...piece } of objectsOf(pieces)) {
    const at = Math.max(0, Math.trunc(numberOf(index) ?? 0))
    calls[at] = objectOf(mergeValue(calls[at] ?? { type: 'function' }, piece))
  }
  return calls
}
