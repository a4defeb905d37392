import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { objectOf, objectsOf } from '../../../formats/dialects/json.ts'

/** Types of items and blocks that hold nothing but text. */
const TEXT_TYPES: readonly unknown[] = [undefined, 'message', 'text', 'output_text', 'reasoning', 'thinking']
/** Members that say something about an item, and are no content of it. */
const ABOUT: readonly string[] = ['type', 'id', 'role', 'status', 'phase', 'thought', 'index']

/**
 * Whether an answer that is passed on unchanged has no text and no item of another kind: the conversation that is read
 * from it leaves out what no other format has, such as a call of a custom tool.
 */
export function hasNoContent(answer: object): boolean {
  const { output, content, candidates, message } = answer as JsonObject
  return [output, content, message, ...objectsOf(candidates).map((one) => objectOf(one.content).parts)].every(isEmpty)
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty)
  if (!isRecord(value)) return value == null || value === ''
  return (
    TEXT_TYPES.includes(value.type) &&
    Object.entries(value).every(([name, member]) => ABOUT.includes(name) || isEmpty(member))
  )
}
