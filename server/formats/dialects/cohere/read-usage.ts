import { tokensUsed, type Usage } from '#contract/prices/price.ts'
import { objectOf, readTokenCount } from '../json.ts'

/**
 * Reads the billed units. `tokens` also counts the hidden template and its cached part; it is used if there are no
 * billed units: https://docs.cohere.com/docs/how-does-cohere-pricing-work
 */
export function readUsage(value: unknown): Usage | undefined {
  const { billed_units, tokens, cached_tokens } = objectOf(value)
  const billed = readTokens(billed_units)
  if (billed) return billed
  const used = readTokens(tokens)
  if (!used) return undefined
  used.cacheRead = Math.min(readTokenCount(cached_tokens), used.input)
  used.input -= used.cacheRead
  return used
}

function readTokens(value: unknown): Usage | undefined {
  const { input_tokens, output_tokens } = objectOf(value)
  const read = tokensUsed(readTokenCount(input_tokens), readTokenCount(output_tokens))
  return read.input + read.output > 0 ? read : undefined
}
