import type { JsonObject } from '../conversation.ts'
import { isObject, objectsOf, parseObject } from '../json.ts'

/** Longer chunks have content. */
const MAX_LENGTH = 2000

/**
 * Returns whether a chunk has no content yet: only the role, an empty text, the prompt's filter results, or usage
 * before the answer.
 */
export function isOpening(data: string): boolean {
  const chunk = data.length > MAX_LENGTH ? undefined : parseObject(data)
  if (!chunk || chunk.error || !Array.isArray(chunk.choices)) return false
  return objectsOf(chunk.choices).every(hasNoContent)
}

function hasNoContent({ delta, finish_reason, text, message, error }: JsonObject): boolean {
  if (finish_reason || text || message || error || !isObject(delta)) return false
  return Object.entries(delta).every(([name, value]) => name === 'role' || isEmptyValue(value))
}

const isEmptyValue = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
