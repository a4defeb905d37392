import { tokensUsed, type Usage } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { countOf, numberIn, objectsOf } from '../json.ts'
import { laterCounts } from '../later-usage.ts'
import { withTier } from '../tiers.ts'
import { inCamelCase } from './in-camel-case.ts'

/**
 * Splits usage metadata into components: https://ai.google.dev/api/generate-content#UsageMetadata. The prompt includes
 * what was cached; thoughts stand beside the answer. `earlier`: the metadata of the stream so far, of which fields stay
 * that are not repeated.
 */
export function readUsage(
  metadata: JsonObject,
  earlier: JsonObject = {},
): { raw: JsonObject; usage: Usage | undefined } {
  const raw = laterCounts(earlier, inCamelCase(metadata), SIDES)
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
  const kinds = { cacheRead: cached, audioInput, imageInput, audioOutput, imageOutput, reasoning: thoughts }
  return { raw, usage: withTier({ ...read, ...kinds }, raw.serviceTier ?? raw.trafficType) }
}

/** Where thoughts are not counted by themselves, they are what the total has above the rest. */
function thoughtsOf(raw: JsonObject, others: number): number {
  if (numberIn(raw.thoughtsTokenCount) !== undefined) return countOf(raw.thoughtsTokenCount)
  return Math.max(0, countOf(raw.totalTokenCount) - others)
}

function uncached(kind: keyof typeof MODALITIES, raw: JsonObject, most: number): number {
  const tokens = ofKind(kind, raw.promptTokensDetails) - ofKind(kind, raw.cacheTokensDetails)
  return Math.min(Math.max(tokens, 0), most)
}

function ofKind(kind: keyof typeof MODALITIES, details: unknown): number {
  return objectsOf(details).reduce((sum, given) => {
    const { modality, tokenCount } = inCamelCase(given)
    return sum + (modality === kind || modality === MODALITIES[kind] ? countOf(tokenCount) : 0)
  }, 0)
}

/** Their numbers, which Google sends where `enum-encoding=int` is asked for: https://ai.google.dev/api/generate-content#Modality */
const MODALITIES = { IMAGE: 2, AUDIO: 4 } as const

const SIDES = [
  ['promptTokenCount', 'toolUsePromptTokenCount', 'cachedContentTokenCount'],
  ['candidatesTokenCount', 'thoughtsTokenCount', 'totalTokenCount'],
]
