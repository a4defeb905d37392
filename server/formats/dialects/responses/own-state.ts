import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { mapChanged, textOf } from '../json.ts'
import { withPlainMedia } from '../media-types.ts'
import { isSealed, unseal } from '../state-seals.ts'
import { stateValueFor } from '../vendor-state.ts'

/**
 * Restores vendor state in a request of this format: removes reasoning that OpenAI's models did not produce, which
 * OpenAI refuses with `invalid_encrypted_content`. Returns the request itself if nothing changes.
 */
export function withOwnState(request: JsonObject): JsonObject {
  if (!Array.isArray(request.input)) return request
  const input = mapChanged<unknown>(request.input, ownItem)
  return input === request.input ? request : { ...request, input }
}

function ownItem(item: unknown): unknown {
  if (!isRecord(item)) return item
  if (Array.isArray(item.content)) return withPlainMedia(item, 'content')
  if (Array.isArray(item.output)) return withPlainMedia(item, 'output')
  if (item.type !== 'reasoning' || !isSealed(textOf(item.encrypted_content))) return item
  const encrypted_content = stateValueFor('openai', unseal(textOf(item.encrypted_content)))
  return encrypted_content ? { ...item, encrypted_content } : undefined
}
