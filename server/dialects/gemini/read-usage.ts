import { tokensUsed, type Usage } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { countOf, numberOf, objectsOf } from '../json.ts'

/**
 * Splits usage metadata into components: https://ai.google.dev/api/generate-content#UsageMetadata. The prompt includes
 * what was cached; thoughts stand beside the answer. `earlier`: the metadata of the stream so far, of which fields stay
 * that are not repeated.
 */
export function readUsage(
  metadata: JsonObject,
  earlier: JsonObject = {},
): { raw: JsonObject; usage: Usage | undefined } {
  const given = Object.entries(metadata).filter(([, value]) => value !== null && value !== undefined)
  const raw: JsonObject = { ...earlier, ...Object.fromEntries(given) }
  const prompt = countOf(raw.promptTokenCount) + countOf(raw.toolUsePromptTokenCount)
  const answer = countOf(raw.candidatesTokenCount)
  const thoughts = thoughtsOf(raw, prompt + answer)
  if (prompt + answer + thoughts === 0) return { raw, usage: undefined }
  const cached = Math.min(countOf(raw.cachedContentTokenCount), prompt)
  const audioInput = uncached('AUDIO', raw, prompt - cached)
  const imageInput = uncached('IMAGE', raw, prompt - cached - audioInput)
  const audioOutput = Math.min(ofKind('AUDIO', raw.candidatesTokensDetails), answer)
  const imageOutput = Math.min(ofKind('IMAGE', raw.candidatesTokensDetails), answer - audioOutput)
  const read = tokensUsed(prompt - cached - audioInput - imageInput, answer - audioOutput - imageOutput + thoughts)
  return {
    raw,
    usage: { ...read, cacheRead: cached, audioInput, imageInput, audioOutput, imageOutput, reasoning: thoughts },
  }
}

/** Where thoughts are not counted by themselves, they are what the total has above the rest. */
function thoughtsOf(raw: JsonObject, others: number): number {
  if (numberOf(raw.thoughtsTokenCount) !== undefined) return countOf(raw.thoughtsTokenCount)
  return Math.max(0, countOf(raw.totalTokenCount) - others)
}

function uncached(kind: string, raw: JsonObject, most: number): number {
  const tokens = ofKind(kind, raw.promptTokensDetails) - ofKind(kind, raw.cacheTokensDetails)
  return Math.min(Math.max(tokens, 0), most)
}

function ofKind(kind: string, details: unknown): number {
  return objectsOf(details).reduce(
    (sum, { modality, tokenCount }) => sum + (modality === kind ? countOf(tokenCount) : 0),
    0,
  )
}
