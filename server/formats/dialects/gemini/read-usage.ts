import { tokensUsed, type Usage } from '#contract/prices/price.ts'
import type { JsonObject } from '../conversation.ts'
import { objectsOf, readNumber, readTokenCount } from '../json.ts'
import { mergeCounts } from '../merge-usage.ts'
import { withTier } from '../told-price.ts'
import { toCamelCase } from './camel-case.ts'

/**
 * Splits usage metadata into components: https://ai.google.dev/api/generate-content#UsageMetadata. The prompt
 * includes cached tokens, the answer excludes reasoning. `earlier`: the metadata of the stream so far, from which
 * missing fields are taken.
 */
export function readUsage(
  metadata: JsonObject,
  earlier: JsonObject = {},
): { raw: JsonObject; usage: Usage | undefined } {
  const raw = mergeCounts(earlier, toCamelCase(metadata), SIDES)
  const prompt = readTokenCount(raw.promptTokenCount) + readTokenCount(raw.toolUsePromptTokenCount)
  const answer = readTokenCount(raw.candidatesTokenCount)
  const thoughts = thoughtsOf(raw, prompt + answer)
  if (prompt + answer + thoughts === 0) return { raw, usage: undefined }
  const cached = Math.min(readTokenCount(raw.cachedContentTokenCount), prompt)
  const audioInput = uncached('AUDIO', raw, prompt - cached)
  const imageInput = uncached('IMAGE', raw, prompt - cached - audioInput)
  const audioOutput = Math.min(ofKind('AUDIO', raw.candidatesTokensDetails), answer)
  const imageOutput = Math.min(ofKind('IMAGE', raw.candidatesTokensDetails), answer - audioOutput)
  const read = tokensUsed(prompt - cached - audioInput - imageInput, answer - audioOutput - imageOutput + thoughts)
  const kinds = { cacheRead: cached, audioInput, imageInput, audioOutput, imageOutput, reasoning: thoughts }
  return { raw, usage: withTier({ ...read, ...kinds }, raw.serviceTier ?? raw.trafficType) }
}

/** Computes missing reasoning tokens as the total minus the rest. */
function thoughtsOf(raw: JsonObject, others: number): number {
  if (readNumber(raw.thoughtsTokenCount) !== undefined) return readTokenCount(raw.thoughtsTokenCount)
  return Math.max(0, readTokenCount(raw.totalTokenCount) - others)
}

function uncached(kind: keyof typeof MODALITIES, raw: JsonObject, most: number): number {
  const tokens = ofKind(kind, raw.promptTokensDetails) - ofKind(kind, raw.cacheTokensDetails)
  return Math.min(Math.max(tokens, 0), most)
}

function ofKind(kind: keyof typeof MODALITIES, details: unknown): number {
  return objectsOf(details).reduce((sum, given) => {
    const { modality, tokenCount } = toCamelCase(given)
    return sum + (modality === kind || modality === MODALITIES[kind] ? readTokenCount(tokenCount) : 0)
  }, 0)
}

/** Enum numbers, which Google sends for `enum-encoding=int`: https://ai.google.dev/api/generate-content#Modality */
const MODALITIES = { IMAGE: 2, AUDIO: 4 } as const

const SIDES = [
  ['promptTokenCount', 'toolUsePromptTokenCount', 'cachedContentTokenCount'],
  ['candidatesTokenCount', 'thoughtsTokenCount', 'totalTokenCount'],
]
