import type { ChatRequest, JsonObject, Part, Turn } from '../conversation.ts'
import type { PromptCaching } from '../dialect.ts'
import type { ModelFacts } from './models.ts'

const MARK: JsonObject = { type: 'ephemeral' }

/**
 * Adds cache markers to a request whose caller cannot set them: at the end of the tools, of the instructions, and
 * of the last two user turns, so that the next turn finds what this one cached. These are as many as the vendor
 * accepts. A caller's own markers stay unchanged.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function withCacheMarks(request: ChatRequest, facts: ModelFacts, caching: PromptCaching): ChatRequest {
  if (hasCacheMarks(request) || !isWorthwhile(request, facts, caching)) return request
  const { system, tools, turns } = request
  const users = turns.filter(({ role, parts }) => role === 'user' && parts.some(isMarkable)).slice(-2)
  return {
    ...request,
    tools: markLast(tools, () => true),
    system: markLast(system, isMarkable),
    turns: turns.map((turn) => (users.includes(turn) ? markedTurn(turn) : turn)),
  }
}

/** Returns whether the caller has set cache markers. */
export const hasCacheMarks = ({ system, tools, turns }: ChatRequest): boolean =>
  [...system, ...tools, ...turns.flatMap(({ parts }) => parts)].some((one) => 'cacheControl' in one && one.cacheControl)

/**
 * Cache writes cost a quarter more than plain input, so a single question gets no markers: the request must belong
 * to a conversation, as shown by its key, an earlier answer, or tools. The vendor does not cache prompts below its
 * minimum length.
 */
function isWorthwhile(
  { turns, tools, cacheKey }: ChatRequest,
  { minCachedTokens: leastCached }: ModelFacts,
  caching: PromptCaching,
) {
  if (cacheKey !== undefined) return true
  const isConversation = tools.length > 0 || turns.some(({ role }) => role === 'assistant')
  return caching.automatic && isConversation && caching.inputTokens >= leastCached
}

/** Tool results are written before the rest of their turn. */
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
