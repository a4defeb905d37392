import type { JsonObject } from '../conversation.ts'
import { changed, isObject, textOf } from '../json.ts'
import { isSealed, unsealed } from '../seals.ts'
import { valueFor } from '../vendor-state.ts'

/**
 * A request of this format as OpenAI takes it: without reasoning that its models did not have, which OpenAI refuses with
 * `invalid_encrypted_content`. The request itself where nothing is to be changed.
 */
export function withOwnState(request: JsonObject): JsonObject {
  if (!Array.isArray(request.input)) return request
  const input = changed<unknown>(request.input, ownItem)
  return input === request.input ? request : { ...request, input }
}

function ownItem(item: unknown): unknown {
  if (!isObject(item) || item.type !== 'reasoning' || !isSealed(textOf(item.encrypted_content))) return item
  const encrypted_content = valueFor('openai', unsealed(textOf(item.encrypted_content)))
  return encrypted_content ? { ...item, encrypted_content } : undefined
}
