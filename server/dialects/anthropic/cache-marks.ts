import type { ChatRequest, JsonObject, Part, Turn } from '../conversation.ts'
import type { PromptCaching } from '../dialect.ts'
import type { ModelFacts } from './models.ts'

const MARK: JsonObject = { type: 'ephemeral' }

/**
 * A request with marks up to which the vendor keeps the prompt, where its caller cannot set them: at the end of the tools,
 * of the instructions, and of the last two turns of the user, so that the next turn of the conversation finds what this one
 * wrote. That is as many as the vendor takes. The marks of a caller are left as they are.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function markedForCache(request: ChatRequest, facts: ModelFacts, caching: PromptCaching): ChatRequest {
  if (hasMarks(request) || !isWorthwhile(request, facts, caching)) return request
  const { system, tools, turns } = request
  const users = turns.filter(({ role, parts }) => role === 'user' && parts.some(isMarkable)).slice(-2)
  return {
    ...request,
    tools: markLast(tools, () => true),
    system: markLast(system, isMarkable),
    turns: turns.map((turn) => (users.includes(turn) ? markedTurn(turn) : turn)),
  }
}

/** Whether a caller has said itself what is to be kept. */
export const hasMarks = ({ system, tools, turns }: ChatRequest): boolean =>
  [...system, ...tools, ...turns.flatMap(({ parts }) => parts)].some((one) => 'cacheControl' in one && one.cacheControl)

/**
 * Writing into the cache costs a quarter more than plain input, so a question that nothing follows is left alone: it must
 * belong to a conversation, by its key, by an earlier answer, or by tools. A prompt below the vendor's minimum is not kept.
 */
function isWorthwhile({ turns, tools, cacheKey }: ChatRequest, { leastCached }: ModelFacts, caching: PromptCaching) {
  if (cacheKey !== undefined) return true
  const isConversation = tools.length > 0 || turns.some(({ role }) => role === 'assistant')
  return caching.automatic && isConversation && caching.inputTokens >= leastCached
}

/** Results of tools are written before the rest of their turn. */
function markedTurn(turn: Turn): Turn {
  const isLast = turn.parts.some((part) => isMarkable(part) && part.kind !== 'tool_result')
  const parts = markLast(turn.parts, (part) => isMarkable(part) && (part.kind === 'tool_result') !== isLast)
  return { ...turn, parts }
}

function isMarkable(part: Part): boolean {
  if (part.kind === 'text') return part.text.trim() !== ''
  return part.kind === 'image' || part.kind === 'file' || part.kind === 'tool_result'
}

function markLast<T>(items: readonly T[], isMarkable: (item: T) => boolean): T[] {
  const at = items.findLastIndex(isMarkable)
  return items.map((item, index) => (index === at ? { ...item, cacheControl: MARK } : item))
}
