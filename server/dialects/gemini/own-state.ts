import type { JsonObject } from '../conversation.ts'
import { changed, isObject, textOf } from '../json.ts'
import { isSealed, unsealed } from '../seals.ts'
import { valueFor } from '../vendor-state.ts'
import { modelFacts } from './models.ts'
import { NO_SIGNATURE } from './write-contents.ts'

/**
 * A request of this format as Gemini takes it: without other vendors' state, and with a stand-in where a model refuses
 * calls without a signature. The request itself where nothing is to be changed.
 */
export function withOwnState(request: JsonObject, model: string): JsonObject {
  if (!Array.isArray(request.contents)) return request
  const { wantsSignatures } = modelFacts(model)
  const contents = changed<unknown>(request.contents, (content) => ownContent(content, wantsSignatures))
  return contents === request.contents ? request : { ...request, contents }
}

function ownContent(content: unknown, wantsSignatures: boolean): unknown {
  if (!isObject(content) || !Array.isArray(content.parts)) return content
  const first = content.parts.findIndex((part) => isObject(part) && (part.functionCall ?? part.function_call))
  const parts = changed<unknown>(content.parts, (part, index) => ownPart(part, wantsSignatures && index === first))
  if (parts === content.parts) return content
  return parts.length > 0 ? { ...content, parts } : undefined
}

function ownPart(part: unknown, isChecked: boolean): unknown {
  if (!isObject(part)) return part
  const { thoughtSignature, thought_signature, ...rest } = part
  const given = textOf(thoughtSignature ?? thought_signature)
  if (!isSealed(given)) return part
  const own = valueFor('gemini', unsealed(given)) ?? (isChecked ? NO_SIGNATURE : undefined)
  if (own) return { ...rest, thoughtSignature: own }
  return rest.text === '' ? undefined : rest
}
