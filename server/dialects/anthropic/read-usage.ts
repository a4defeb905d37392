import { hasTokens, type TokenKind, tokensUsed, type Usage } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { countOf, objectOf, objectsOf } from '../json.ts'
import { laterCounts } from '../later-usage.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { withTier } from '../tiers.ts'

/**
 * Splits the usage of a message into components. Here the input leaves out what was cached:
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching. `earlier`: the usage of the stream so far, of
 * which fields stay that are not repeated.
 */
export function readUsage(usage: JsonObject, earlier: JsonObject = {}): { raw: JsonObject; usage: Usage | undefined } {
  const raw = laterCounts(earlier, usage, SIDES)
  const read = [raw, ...passesBeside(raw)].map(componentsOf).reduce(sum)
  // Some servers count in OpenAI's words.
  if (!hasTokens(read)) return { raw, usage: readOpenAIUsage(raw) }
  // https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
  const web_search = countOf(objectOf(raw.server_tool_use).web_search_requests)
  if (web_search > 0) read.tools = { web_search }
  return { raw, usage: withTier(read, raw.speed, raw.inference_geo) }
}

/** Fields that are counted together. */
export const SIDES = [['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'], ['output_tokens']]

/**
 * Passes that the sums of the message leave out, and that are paid all the same: those that sum the conversation up, and
 * those of an adviser. https://platform.claude.com/docs/en/build-with-claude/compaction
 */
const passesBeside = ({ iterations }: JsonObject) =>
  objectsOf(iterations).filter(({ type }) => type === 'compaction' || type === 'advisor_message')

function componentsOf(counts: JsonObject): Usage {
  const read = tokensUsed(countOf(counts.input_tokens), countOf(counts.output_tokens))
  const { ephemeral_5m_input_tokens, ephemeral_1h_input_tokens } = objectOf(counts.cache_creation)
  const ofHour = countOf(ephemeral_1h_input_tokens)
  const written = countOf(counts.cache_creation_input_tokens) || countOf(ephemeral_5m_input_tokens) + ofHour
  const hour = Math.min(ofHour, written)
  read.cacheRead = countOf(counts.cache_read_input_tokens)
  read.cacheWrite1h = hour
  read.cacheWrite5m = written - hour
  read.reasoning = Math.min(countOf(objectOf(counts.output_tokens_details).thinking_tokens), read.output)
  return read
}

function sum(one: Usage, other: Usage): Usage {
  const entries = Object.entries(one) as [TokenKind, number][]
  return Object.fromEntries(entries.map(([kind, tokens]) => [kind, tokens + other[kind]])) as unknown as Usage
}
