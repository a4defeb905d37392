import type { JsonObject } from '../conversation.ts'
import { changed, isObject, objectOf, textOf } from '../json.ts'
import { openedId, stateIn } from '../seals.ts'
import { valueFor } from '../vendor-state.ts'
import { type ModelFacts, modelFacts } from './models.ts'
import { signatureContent } from './write-answer.ts'

/**
 * A request of this format as the upstream takes it: with the short ids that tool calls had, with state only where one of
 * Gemini's models is asked for, and with empty reasoning where a model refuses tool calls of other vendors without. The
 * request itself where nothing is to be changed.
 */
export function withOwnState(request: JsonObject, model: string): JsonObject {
  if (!Array.isArray(request.messages)) return request
  const facts = modelFacts(model)
  const messages = changed<unknown>(request.messages, (message) => ownMessage(message, facts))
  return messages === request.messages ? request : { ...request, messages }
}

function ownMessage(message: unknown, { gemini, wantsReasoning }: ModelFacts): unknown {
  if (!isObject(message)) return message
  if (Array.isArray(message.tool_calls)) {
    const calls = changed<unknown>(message.tool_calls, (call) => ownCall(call, gemini !== undefined))
    const lacksReasoning = wantsReasoning === 'always' && typeof message.reasoning_content !== 'string'
    if (calls === message.tool_calls && !lacksReasoning) return message
    return { ...message, ...(lacksReasoning ? { reasoning_content: '' } : {}), tool_calls: calls }
  }
  const given = textOf(message.tool_call_id)
  const { id } = openedId(given)
  return id === given ? message : { ...message, tool_call_id: id }
}

function ownCall(call: unknown, isGemini: boolean): unknown {
  if (!isObject(call)) return call
  const given = textOf(call.id)
  const { id, state: inId } = openedId(given)
  const { extra_content, ...rest } = call
  const signature = textOf(objectOf(objectOf(extra_content).google).thought_signature)
  if (id === given && !signature) return call
  const own = isGemini ? valueFor('gemini', stateIn(signature, 'gemini', 'call') ?? inId) : undefined
  if (id === given && own === signature) return call
  return { ...rest, id, ...(own ? { extra_content: { ...objectOf(extra_content), ...signatureContent(own) } } : {}) }
}
