import type { JsonObject } from '../conversation.ts'
import { isObject, objectsOf, parsedObject } from '../json.ts'

/** Chunks longer than this say something. */
const MOST_LENGTH = 2000

/** Whether a chunk says nothing yet: the role, an empty text, what filters found in the prompt, or the usage before the answer. */
export function isOpening(data: string): boolean {
  const chunk = data.length > MOST_LENGTH ? undefined : parsedObject(data)
  if (!chunk || chunk.error || !Array.isArray(chunk.choices)) return false
  return objectsOf(chunk.choices).every(saysNothing)
}

function saysNothing({ delta, finish_reason, text, message, error }: JsonObject): boolean {
  if (finish_reason || text || message || error || !isObject(delta)) return false
  return Object.entries(delta).every(([name, value]) => name === 'role' || isNothing(value))
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
