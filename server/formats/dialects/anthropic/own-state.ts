import { isRecord } from '#contract/is-record.ts'
import { vendorOfModel } from '#contract/vendor-of-model.ts'
import type { JsonObject } from '../conversation.ts'
import { mapChanged, objectOf, objectsOf, textOf } from '../json.ts'
import { mediaTypeOf } from '../media-types.ts'
import { isSealed, unseal, unsealId } from '../state-seals.ts'
import { stateValueFor } from '../vendor-state.ts'
import { isOwnCitation } from './citations.ts'
import { modelFacts } from './models.ts'
import { withoutSystemMessages } from './system-messages.ts'

/**
 * Models that other vendors serve in this format: they do not validate signatures, and some require the reasoning
 * back: https://api-docs.deepseek.com/guides/anthropic_api
 */
const UNSIGNED = /deepseek|kimi|moonshot|glm|minimax|qwen|doubao|mimo|longcat/i
const takesUnsigned = (model: string) => UNSIGNED.test(model) || vendorOfModel(model) === 'moonshot'

/**
 * Restores vendor state in a request of this format: removes reasoning that Anthropic's models did not produce,
 * which gateways send with an empty or sealed signature, and writes system messages as the model takes them. Returns the
 * request itself if nothing changes.
 */
export function withOwnState(given: JsonObject, model: string): JsonObject {
  const facts = modelFacts(model)
  const request = facts.takesSystemTurns ? given : withoutSystemMessages(given, facts)
  if (!Array.isArray(request.messages)) return request
  const messages = mapChanged<unknown>(request.messages, (message) => ownMessage(message, takesUnsigned(model)))
  if (messages === request.messages) return request
  const written = { ...request, messages }
  return lacksReasoning(messages) ? withoutThinking(written) : written
}

function ownMessage(message: unknown, takesUnsigned: boolean): unknown {
  if (!isRecord(message) || !Array.isArray(message.content)) return message
  const content = mapChanged<unknown>(message.content, (block) => ownBlock(block, takesUnsigned))
  if (content === message.content) return message
  return content.length > 0 ? { ...message, content } : undefined
}

function ownBlock(block: unknown, takesUnsigned: boolean): unknown {
  if (!isRecord(block)) return block
  switch (block.type) {
    case 'thinking':
      return ownThought(block, textOf(block.signature), takesUnsigned)
    case 'text':
      return withOwnCitations(block)
    case 'redacted_thinking': {
      if (!isSealed(textOf(block.data))) return block
      const data = stateValueFor('anthropic', unseal(textOf(block.data)))
      return data ? { ...block, data } : undefined
    }
    case 'tool_use':
      return withId(block, 'id')
    case 'image':
    case 'document':
      return withPlainType(block)
    case 'tool_result':
      return withId(withPlainContent(block), 'tool_use_id')
    default:
      return block
  }
}

function withPlainType(block: JsonObject): JsonObject {
  const source = objectOf(block.source)
  const [given, data] = [textOf(source.media_type), textOf(source.data)]
  const media_type = source.type === 'base64' ? mediaTypeOf(given, data) : given
  return media_type === given ? block : { ...block, source: { ...source, media_type } }
}

function withPlainContent(block: JsonObject): JsonObject {
  if (!Array.isArray(block.content)) return block
  const content = mapChanged<unknown>(block.content, (part) => (isRecord(part) ? withPlainType(part) : part))
  return content === block.content ? block : { ...block, content }
}

function withOwnCitations(block: JsonObject): JsonObject {
  if (!Array.isArray(block.citations)) return block
  const citations = block.citations.filter((citation) => !isOwnCitation(objectOf(citation)))
  return citations.length === block.citations.length ? block : { ...block, citations }
}

function ownThought(block: JsonObject, signature: string, takesUnsigned: boolean): JsonObject | undefined {
  if (signature !== '' && !isSealed(signature)) return block
  const own = stateValueFor('anthropic', unseal(signature))
  if (own) return { ...block, signature: own }
  if (!takesUnsigned) return undefined
  return signature === '' ? block : { ...block, signature: '' }
}

function withId(block: JsonObject, field: 'id' | 'tool_use_id'): JsonObject {
  const given = textOf(block[field])
  const { id } = unsealId(given)
  return id === given ? block : { ...block, [field]: id }
}

/** Returns whether the tool calls that are being answered have no reasoning before them. */
function lacksReasoning(messages: readonly unknown[]): boolean {
  const turns = messages.filter((message) => objectOf(message).role !== 'system')
  const [last, answer] = turns.slice(-2).map((message) => objectsOf(objectOf(message).content))
  const isAnswered = answer?.some(({ type }) => type === 'tool_result') === true
  return isAnswered && last !== undefined && !/thinking/.test(textOf(last[0]?.type))
}

/**
 * With a thinking budget, a turn must continue with the reasoning that led to its tool calls. Without it, the rest
 * of the turn goes on without thinking:
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#extended-thinking-with-tool-use
 */
function withoutThinking({ thinking, context_management, ...request }: JsonObject): JsonObject {
  const isBudget = objectOf(thinking).type === 'enabled'
  if (!isBudget) return { ...request, ...given({ thinking, context_management }) }
  // The vendor refuses edits that clear thinking if thinking is off:
  // https://platform.claude.com/docs/en/build-with-claude/context-editing
  const edits = objectsOf(objectOf(context_management).edits)
  const others = edits.filter(({ type }) => !textOf(type).startsWith('clear_thinking'))
  if (others.length === edits.length) return { ...request, ...given({ context_management }) }
  const management = { ...objectOf(context_management), edits: others }
  return others.length > 0 ? { ...request, context_management: management } : request
}

const given = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
