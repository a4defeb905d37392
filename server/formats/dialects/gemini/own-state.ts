import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { mapChanged, textOf } from '../json.ts'
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

function ownPart(part: unknown, isChecked: boolean): unknown {
  if (!isRecord(part)) return part
  const { thoughtSignature, thought_signature, ...rest } = part
  const given = textOf(thoughtSignature ?? thought_signature)
  if (!isSealed(given)) return part
  const own = stateValueFor('gemini', unseal(given)) ?? (isChecked ? NO_SIGNATURE : undefined)
  if (own) return { ...rest, thoughtSignature: own }
  return rest.text === '' ? undefined : rest
}
