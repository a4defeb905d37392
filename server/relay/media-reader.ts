import { readOpenAIUsage } from '../dialects/openai-usage.ts'
import { type AnswerReader, textTokens } from './answer-reader.ts'
import type { Call } from './call.ts'
import { StreamMeter } from './meter.ts'
import { fieldValue, scanFields } from './scan-fields.ts'

/** What a picture counts as where nobody counts: one of medium quality (https://platform.openai.com/docs/guides/image-generation). */
const PICTURE_TOKENS = 1056
/** Spoken tokens for each written one: a minute of speech is some 200 written and 1,250 spoken tokens. */
const SPOKEN_PER_WRITTEN = 6

type MediaCall = Pick<Call, 'endpoint' | 'model' | 'inputTokens' | 'usageWanted'>

/** How answers are read that are not texts of a model; undefined = the call is not one of these. */
export function mediaReader(call: MediaCall): AnswerReader | undefined {
  const outputTokens = OUTPUT_TOKENS[call.endpoint.operation]
  if (!outputTokens) return undefined
  return {
    answer(bytes) {
      const body = bytes as Buffer<ArrayBuffer>
      const usage = usageIn(body)
      return { body, reported: usage, outputTokens: usage ? 0 : outputTokens(body, call) }
    },
    meter: () => new StreamMeter(call.usageWanted),
  }
}

/** By operation, what an answer counts as whose upstream reports no usage. */
const OUTPUT_TOKENS: Partial<Record<Call['endpoint']['operation'], (body: Buffer, call: MediaCall) => number>> = {
  images: (body) => PICTURE_TOKENS * pictures(body),
  speech: (_body, { model, inputTokens }) => (isPricedByCharacters(model) ? 0 : inputTokens * SPOKEN_PER_WRITTEN),
  transcriptions: transcript,
  translations: transcript,
}

function transcript(body: Buffer): number {
  const text = isObject(body) ? fieldOf(body, 'text') : body.toString('utf8')
  return typeof text === 'string' ? textTokens(text) : 0
}

function pictures(body: Buffer): number {
  const data = isObject(body) ? fieldOf(body, 'data') : undefined
  return Array.isArray(data) ? data.length : 0
}

const usageIn = (body: Buffer) => (isObject(body) ? readOpenAIUsage(fieldOf(body, 'usage')) : undefined)

const OPEN_BRACE = 0x7b
const isObject = (body: Buffer) => body[0] === OPEN_BRACE

function fieldOf(body: Buffer, name: string): unknown {
  return fieldValue(body, scanFields(body), name)
}

/** The first voices cost by the character: https://platform.openai.com/docs/pricing */
export const isPricedByCharacters = (model: string) => model.startsWith('tts')

/** What the text of a speech counts as. */
export function speechTokens(model: string, input: unknown): number {
  const text = typeof input === 'string' ? input : ''
  return isPricedByCharacters(model) ? [...text].length : Math.ceil(textTokens(text))
}
