import { completionTokens, NO_USAGE, promptTokens, type Usage } from '#contract/price.ts'
import { joinedTexts } from '../citations.ts'
import type { AnswerPart, ChatAnswer, FinishReason, JsonObject } from '../conversation.ts'
import type { AnswerFacts } from '../dialect.ts'
import { writtenState } from '../seals.ts'
import { argumentsObject } from '../tool-arguments.ts'
import type { VendorState } from '../vendor-state.ts'
import { type CitedPart, writeGrounding } from './citations.ts'

/** A whole answer: https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse */
export function writeAnswer({ choices, usage }: ChatAnswer, facts: AnswerFacts) {
  const candidates = choices.map(({ parts, finish }, index) => ({
    ...writeContent(joinedTexts(parts)),
    finishReason: finishWord(finish),
    index,
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
      const functionCall = { id: part.id, name: part.name, args: argumentsObject(part.arguments) }
      // A call that no vendor signed is marked, too: newer models refuse one without a signature.
      return [{ functionCall, thoughtSignature: writtenState(part.state, 'gemini') }]
    }
  }
}

const stateOf = (state: VendorState | undefined) => (state ? { thoughtSignature: writtenState(state, 'gemini') } : {})

/** Calls of functions end with STOP here. */
const WORDS: Record<FinishReason, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
}
export const finishWord = (reason: FinishReason) => WORDS[reason]

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

/** What of the tokens is no text, if anything is. */
function details(name: string, audio: number, image: number) {
  const kinds = [
    { modality: 'AUDIO', tokenCount: audio },
    { modality: 'IMAGE', tokenCount: image },
  ].filter(({ tokenCount }) => tokenCount > 0)
  return kinds.length > 0 ? { [name]: kinds } : {}
}
