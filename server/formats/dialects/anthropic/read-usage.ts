import { hasTokens, type TokenKind, tokensUsed, type Usage } from '#contract/prices/price.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, readTokenCount, textOf } from '../json.ts'
import { mergeCounts } from '../merge-usage.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { withTier, withToldCost } from '../told-price.ts'

/**
 * Splits the usage of a message into components. In this format the input excludes cached tokens:
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching. `earlier`: the usage of the stream so far,
 * from which missing fields are taken.
 */
export function readUsage(usage: JsonObject, earlier: JsonObject = {}): { raw: JsonObject; usage: Usage | undefined } {
  const raw = mergeCounts(earlier, usage, COUNTED_TOGETHER)
  const passes = raw.iterations === undefined ? [] : separatePasses(raw)
  const read = passes.map(componentsOf).reduce(sum, componentsOf(raw))
  // Some servers use OpenAI's usage fields.
  if (!hasTokens(read)) return { raw, usage: readOpenAIUsage(raw) }
  // https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
  const web_search = raw.server_tool_use ? readTokenCount(objectOf(raw.server_tool_use).web_search_requests) : 0
  if (web_search > 0) read.tools = { web_search }
  return { raw, usage: withToldCost(withTier(read, raw.speed, raw.inference_geo), raw) }
}

/**
 * Whether a block is a call of code that ran at the vendor. Its container is charged by the time, of at least five
 * minutes: https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool
 */
export const ranCode = ({ type, name }: JsonObject): boolean =>
  type === 'server_tool_use' && textOf(name).endsWith('code_execution')

/** Adds the container in which code ran. */
export const withContainer = (usage: Usage | undefined, hasRun: boolean): Usage | undefined =>
  usage && hasRun ? { ...usage, tools: { ...usage.tools, code_interpreter: 1 } } : usage

/** Groups of fields that are counted together. */
export const COUNTED_TOGETHER = [
  ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'],
  ['output_tokens'],
]

/**
 * Returns the passes that the message's totals exclude but the vendor charges: those for compaction and those of an
 * adviser. https://platform.claude.com/docs/en/build-with-claude/compaction
 */
const separatePasses = ({ iterations }: JsonObject) =>
  objectsOf(iterations).filter(({ type }) => type === 'compaction' || type === 'advisor_message')

function componentsOf(counts: JsonObject): Usage {
  const { cache_creation, cache_creation_input_tokens, cache_read_input_tokens, output_tokens_details } = counts
  const read = tokensUsed(readTokenCount(counts.input_tokens), readTokenCount(counts.output_tokens))
  if (cache_creation || cache_creation_input_tokens) {
    const { ephemeral_5m_input_tokens, ephemeral_1h_input_tokens } = objectOf(cache_creation)
    const ofHour = readTokenCount(ephemeral_1h_input_tokens)
    const written = readTokenCount(cache_creation_input_tokens) || readTokenCount(ephemeral_5m_input_tokens) + ofHour
    read.cacheWrite1h = Math.min(ofHour, written)
    read.cacheWrite5m = written - read.cacheWrite1h
  }
  if (cache_read_input_tokens) read.cacheRead = readTokenCount(cache_read_input_tokens)
  if (output_tokens_details)
    read.reasoning = Math.min(readTokenCount(objectOf(output_tokens_details).thinking_tokens), read.output)
  return read
}

function sum(one: Usage, other: Usage): Usage {
  const entries = Object.entries(one) as [TokenKind, number][]
  return Object.fromEntries(entries.map(([kind, tokens]) => [kind, tokens + other[kind]])) as unknown as Usage
}
