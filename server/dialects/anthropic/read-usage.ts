import { tokensUsed, type Usage } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { countOf, objectOf } from '../json.ts'

/**
 * Splits the usage of a message into components. Here the input leaves out what was cached:
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching. `earlier`: the usage of the stream so far, of
 * which fields stay that are not repeated.
 */
export function readUsage(usage: JsonObject, earlier: JsonObject = {}): { raw: JsonObject; usage: Usage | undefined } {
  const given = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined)
  const raw: JsonObject = { ...earlier, ...Object.fromEntries(given) }
  const read = tokensUsed(countOf(raw.input_tokens), countOf(raw.output_tokens))
  const written = countOf(raw.cache_creation_input_tokens)
  const hour = Math.min(countOf(objectOf(raw.cache_creation).ephemeral_1h_input_tokens), written)
  read.cacheRead = countOf(raw.cache_read_input_tokens)
  read.cacheWrite1h = hour
  read.cacheWrite5m = written - hour
  read.reasoning = Math.min(countOf(objectOf(raw.output_tokens_details).thinking_tokens), read.output)
  const isEmpty = read.input + read.output + read.cacheRead + written === 0
  return { raw, usage: isEmpty ? undefined : read }
}
