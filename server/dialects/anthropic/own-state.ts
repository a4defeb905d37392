import type { JsonObject } from '../conversation.ts'
import { changed, isObject, objectOf, objectsOf, textOf } from '../json.ts'
import { isSealed, openedId, unsealed } from '../seals.ts'
import { valueFor } from '../vendor-state.ts'
import { isMadeHere } from './citations.ts'

/**
 * Models that other vendors serve in this format: they do not check signatures, and some want thoughts back:
 * https://api-docs.deepseek.com/guides/anthropic_api
 */
const TAKES_UNSIGNED = /deepseek|kimi|moonshot|glm|minimax|qwen|doubao|mimo|longcat/i

/**
 * A request of this format as Anthropic takes it: without thoughts that its models did not have, which gateways sign with
 * nothing or with a seal. The request itself where nothing is to be changed.
 */
export function withOwnState(request: JsonObject, model: string): JsonObject {
  if (!Array.isArray(request.messages)) return request
  const messages = changed<unknown>(request.messages, (message) => ownMessage(message, TAKES_UNSIGNED.test(model)))
  if (messages === request.messages) return request
  const written = { ...request, messages }
  return lacksThought(messages) ? withoutThinking(written) : written
}

function ownMessage(message: unknown, takesUnsigned: boolean): unknown {
  if (!isObject(message) || !Array.isArray(message.content)) return message
  const content = changed<unknown>(message.content, (block) => ownBlock(block, takesUnsigned))
  if (content === message.content) return message
  return content.length > 0 ? { ...message, content } : undefined
}

function ownBlock(block: unknown, takesUnsigned: boolean): unknown {
  if (!isObject(block)) return block
  switch (block.type) {
    case 'thinking':
      return ownThought(block, textOf(block.signature), takesUnsigned)
    case 'text':
      return withOwnCitations(block)
    case 'redacted_thinking': {
      if (!isSealed(textOf(block.data))) return block
      const data = valueFor('anthropic', unsealed(textOf(block.data)))
      return data ? { ...block, data } : undefined
    }
    case 'tool_use':
      return withId(block, 'id')
    case 'tool_result':
      return withId(block, 'tool_use_id')
    default:
      return block
  }
}

function withOwnCitations(block: JsonObject): JsonObject {
  if (!Array.isArray(block.citations)) return block
  const citations = block.citations.filter((citation) => !isMadeHere(objectOf(citation)))
  return citations.length === block.citations.length ? block : { ...block, citations }
}

function ownThought(block: JsonObject, signature: string, takesUnsigned: boolean): JsonObject | undefined {
  if (signature !== '' && !isSealed(signature)) return block
  const own = valueFor('anthropic', unsealed(signature))
  if (own) return { ...block, signature: own }
  if (!takesUnsigned) return undefined
  return signature === '' ? block : { ...block, signature: '' }
}

function withId(block: JsonObject, field: 'id' | 'tool_use_id'): JsonObject {
  const given = textOf(block[field])
  const { id } = openedId(given)
  return id === given ? block : { ...block, [field]: id }
}

/** Whether the tool calls that are being answered have no thought before them. */
function lacksThought(messages: readonly unknown[]): boolean {
  const [last, answer] = messages.slice(-2).map((message) => objectsOf(objectOf(message).content))
  const isAnswered = answer?.some(({ type }) => type === 'tool_result') === true
  return isAnswered && last !== undefined && !/thinking/.test(textOf(last[0]?.type))
}

/**
 * With a budget for thinking, a turn must go on with the thoughts that led to its calls, so the rest of it goes on without:
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#extended-thinking-with-tool-use
 */
function withoutThinking({ thinking, context_management, ...request }: JsonObject): JsonObject {
  const isBudget = objectOf(thinking).type === 'enabled'
  if (!isBudget) return { ...request, ...given({ thinking, context_management }) }
  // Clearing thoughts is refused where there is no thinking: https://platform.claude.com/docs/en/build-with-claude/context-editing
  const edits = objectsOf(objectOf(context_management).edits)
  const others = edits.filter(({ type }) => !textOf(type).startsWith('clear_thinking'))
  if (others.length === edits.length) return { ...request, ...given({ context_management }) }
  const management = { ...objectOf(context_management), edits: others }
  return others.length > 0 ? { ...request, context_management: management } : request
}

const given = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
