import { tokensUsed, type Usage } from '#contract/price.ts'
import { countOf, objectOf } from '../json.ts'

/**
 * What is charged for. `tokens` counts the hidden template, too, and what of it was cached; it stands in where the
 * billed units are missing: https://docs.cohere.com/docs/how-does-cohere-pricing-work
 */
export function readUsage(value: unknown): Usage | undefined {
  const { billed_units, tokens, cached_tokens } = objectOf(value)
  const billed = readTokens(billed_units)
  if (billed) return billed
  const used = readTokens(tokens)
  if (!used) return undefined
  used.cacheRead = Math.min(countOf(cached_tokens), used.input)
  used.input -= used.cacheRead
  return used
}

function readTokens(value: unknown): Usage | undefined {
  const { input_tokens, output_tokens } = objectOf(value)
  const read = tokensUsed(countOf(input_tokens), countOf(output_tokens))
  return read.input + read.output > 0 ? read : undefined
}
