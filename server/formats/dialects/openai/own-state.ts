import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { mapChanged, objectOf, textOf } from '../json.ts'
import { withPlainMedia } from '../media-types.ts'
import { readVendorState, unsealId } from '../state-seals.ts'
import { markInstruction } from '../system-turns.ts'
import { stateValueFor } from '../vendor-state.ts'
import { type ModelFacts, modelFacts } from './models.ts'
import { readTexts } from './read-answer.ts'
import { signatureContent } from './write-answer.ts'

/**
 * Restores vendor state in a request of this format: tool calls get their original short ids back, state is kept
 * only for Gemini's models, and tool calls of other vendors get empty reasoning for models that refuse them
 * without. Returns the request itself if nothing changes.
 */
export function withOwnState(request: JsonObject, model: string): JsonObject {
  if (!Array.isArray(request.messages)) return request
  const facts = modelFacts(model)
  const placed = withOwnRoles(request.messages, facts)
  const messages = mapChanged<unknown>(placed, (message) => ownMessage(message, facts))
  return messages === request.messages ? request : { ...request, messages }
}

/**
 * Returns the messages with the roles that the model knows: `developer` is `system` for others than OpenAI, and instructions
 * inside the conversation are marked texts of the user where the model takes none. They do not part calls from results.
 */
function withOwnRoles(given: readonly unknown[], { takesDeveloper, takesSystemTurns }: ModelFacts): readonly unknown[] {
  const named = takesDeveloper
    ? given
    : mapChanged(given, (one) => (isRecord(one) && one.role === 'developer' ? { ...one, role: 'system' } : one))
  const first = named.findIndex((message) => !isInstruction(message))
  if (takesSystemTurns || first < 0 || !named.slice(first).some(isInstruction)) return named
  const written = named.slice(0, first)
  const waiting: unknown[] = []
  for (const message of named.slice(first)) {
    if (isInstruction(message)) waiting.push({ ...message, role: 'user', content: markedContent(message.content) })
    else if (message && objectOf(message).role === 'tool') written.push(message)
    else written.push(...waiting.splice(0), message)
  }
  return [...written, ...waiting]
}

const isInstruction = (message: unknown): message is JsonObject =>
  isRecord(message) && (message.role === 'system' || message.role === 'developer')

const markedContent = (content: unknown) =>
  markInstruction(typeof content === 'string' ? content : readTexts({ content }).text)

function ownMessage(message: unknown, { gemini, requiresReasoning: wantsReasoning }: ModelFacts): unknown {
  if (!isRecord(message)) return message
  if (Array.isArray(message.content) && message.role === 'user') return withPlainMedia(message, 'content')
  if (Array.isArray(message.tool_calls)) {
    const calls = mapChanged<unknown>(message.tool_calls, (call) => ownCall(call, gemini !== undefined))
    const lacksReasoning = wantsReasoning === 'always' && typeof message.reasoning_content !== 'string'
    if (calls === message.tool_calls && !lacksReasoning) return message
    return { ...message, ...(lacksReasoning ? { reasoning_content: '' } : {}), tool_calls: calls }
  }
  const given = textOf(message.tool_call_id)
  const { id } = unsealId(given)
  return id === given ? message : { ...message, tool_call_id: id }
}

function ownCall(call: unknown, isGemini: boolean): unknown {
  if (!isRecord(call)) return call
  const given = textOf(call.id)
  const { id, state: inId } = unsealId(given)
  const { extra_content, ...rest } = call
  const signature = textOf(objectOf(objectOf(extra_content).google).thought_signature)
  if (id === given && !signature) return call
  const own = isGemini ? stateValueFor('gemini', readVendorState(signature, 'gemini', 'call') ?? inId) : undefined
  if (id === given && own === signature) return call
  return { ...rest, id, ...(own ? { extra_content: { ...objectOf(extra_content), ...signatureContent(own) } } : {}) }
}
