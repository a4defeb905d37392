import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { mapChanged, objectOf, textOf } from '../json.ts'
import { mediaTypeOf } from '../media-types.ts'
import { isSealed, unseal } from '../state-seals.ts'
import { stateValueFor } from '../vendor-state.ts'
import { modelFacts } from './models.ts'
import { NO_SIGNATURE } from './write-contents.ts'

/**
 * Restores vendor state in a request of this format: removes other vendors' state, and adds a placeholder where a
 * model refuses tool calls without a signature. Returns the request itself if nothing changes.
 */
export function withOwnState(request: JsonObject, model: string): JsonObject {
  if (!Array.isArray(request.contents)) return request
  const { requiresSignatures: wantsSignatures } = modelFacts(model)
  const contents = mapChanged<unknown>(request.contents, (content) => ownContent(content, wantsSignatures))
  return contents === request.contents ? request : { ...request, contents }
}

function ownContent(content: unknown, wantsSignatures: boolean): unknown {
  if (!isRecord(content) || !Array.isArray(content.parts)) return content
  const first = content.parts.findIndex((part) => isRecord(part) && (part.functionCall ?? part.function_call))
  const parts = mapChanged<unknown>(content.parts, (part, index) => ownPart(part, wantsSignatures && index === first))
  if (parts === content.parts) return content
  return parts.length > 0 ? { ...content, parts } : undefined
}

function ownPart(given: unknown, isChecked: boolean): unknown {
  if (!isRecord(given)) return given
  return withOwnSignature(withPlainType(given), isChecked)
}

function withPlainType(part: JsonObject): JsonObject {
  const name = isRecord(part.inline_data) ? 'inline_data' : 'inlineData'
  const blob = objectOf(part[name])
  const field = textOf(blob.mime_type) ? 'mime_type' : 'mimeType'
  const given = textOf(blob[field])
  const type = mediaTypeOf(given, textOf(blob.data))
  // Google names sounds otherwise, and their parameters count.
  if (given === '' || type === given || type.startsWith('audio/')) return part
  return { ...part, [name]: { ...blob, [field]: type } }
}

function withOwnSignature(part: JsonObject, isChecked: boolean): unknown {
  const { thoughtSignature, thought_signature, ...rest } = part
  const given = textOf(thoughtSignature ?? thought_signature)
  if (!isSealed(given)) return part
  const own = stateValueFor('gemini', unseal(given)) ?? (isChecked ? NO_SIGNATURE : undefined)
  if (own) return { ...rest, thoughtSignature: own }
  return rest.text === '' ? undefined : rest
}
