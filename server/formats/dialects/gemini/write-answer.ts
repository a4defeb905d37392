import { completionTokens, NO_USAGE, promptTokens, type Usage } from '#contract/prices/price.ts'
import { mergeTexts } from '../citations.ts'
import type { AnswerPart, ChatAnswer, FinishReason, JsonObject } from '../conversation.ts'
import type { AnswerFacts } from '../dialect.ts'
import { writeLogprobsResult } from '../logprobs.ts'
import { writeState } from '../state-seals.ts'
import { toArgumentsObject } from '../tool-arguments.ts'
import type { VendorState } from '../vendor-state.ts'
import { type CitedPart, writeGrounding } from './citations.ts'

/** Writes a whole answer: https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse */
export function writeAnswer({ choices, usage }: ChatAnswer, facts: AnswerFacts) {
  const candidates = choices.map(({ parts, finish, logprobs }, index) => ({
    ...writeContent(mergeTexts(parts)),
    finishReason: toFinishReason(finish),
    index,
    ...(logprobs ? writeLogprobsResult(logprobs) : {}),
  }))
  return { candidates, usageMetadata: writeUsage(usage ?? NO_USAGE), ...answerFacts(facts) }
}

function writeContent(parts: readonly AnswerPart[]) {
  const written: JsonObject[] = []
  const texts: CitedPart[] = []
  for (const part of parts) {
    if (part.kind === 'text') texts.push({ ...part, index: written.length })
    written.push(...writePart(part))
  }
  return { content: { role: 'model', parts: written }, ...writeGrounding(texts) }
}

export const answerFacts = ({ id, model }: AnswerFacts) => ({ modelVersion: model, responseId: id })

export function writePart(part: AnswerPart): JsonObject[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text ? [{ text: part.text }] : []
    case 'reasoning':
      return part.text || part.state ? [{ text: part.text, thought: true, ...stateOf(part.state) }] : []
    case 'image':
    case 'audio':
      if ('url' in part.source) return [{ fileData: { fileUri: part.source.url } }]
      return [{ inlineData: { mimeType: part.source.mediaType, data: part.source.data } }]
    case 'tool_call': {
      const functionCall = { id: part.id, name: part.name, args: toArgumentsObject(part.arguments) }
      // Unsigned calls are marked as well: newer models refuse a call without a signature.
      return [{ functionCall, thoughtSignature: writeState(part.state, 'gemini') }]
    }
  }
}

const stateOf = (state: VendorState | undefined) => (state ? { thoughtSignature: writeState(state, 'gemini') } : {})

/** In this format answers with tool calls end with STOP. */
const WORDS: Record<FinishReason, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
}
export const toFinishReason = (reason: FinishReason) => WORDS[reason]

export function writeUsage(usage: Usage) {
  const prompt = promptTokens(usage)
  const completion = completionTokens(usage)
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: completion - usage.reasoning,
    ...(usage.reasoning > 0 ? { thoughtsTokenCount: usage.reasoning } : {}),
    ...(usage.cacheRead > 0 ? { cachedContentTokenCount: usage.cacheRead } : {}),
    ...details('promptTokensDetails', usage.audioInput, usage.imageInput),
    ...details('candidatesTokensDetails', usage.audioOutput, usage.imageOutput),
    totalTokenCount: prompt + completion,
  }
}

/** Writes the token counts by modality, if not all are text. */
function details(name: string, audio: number, image: number) {
  const kinds = [
    { modality: 'AUDIO', tokenCount: audio },
    { modality: 'IMAGE', tokenCount: image },
  ].filter(({ tokenCount }) => tokenCount > 0)
  return kinds.length > 0 ? { [name]: kinds } : {}
}
