import { fieldValue, scanFields, skipBlank } from '../../body/scan-fields.ts'
import { readOpenAIUsage } from '../../dialects/openai-usage.ts'
import type { ConvertedCall } from '../converted-call.ts'
import { type AnswerReader, type ReadAnswer, textTokens } from './answer-reader.ts'
import { MediaMeter, type Said } from './media-meter.ts'

/** What a picture counts as where nobody counts: one of medium quality (https://platform.openai.com/docs/guides/image-generation). */
const PICTURE_TOKENS = 1056
/** Spoken tokens for each written one: a minute of speech is some 200 written and 1,250 spoken tokens. */
const SPOKEN_PER_WRITTEN = 6

type MediaCall = Pick<ConvertedCall, 'endpoint' | 'model' | 'inputTokens'>

/** How a kind of answer is read whose upstream may report no usage. */
interface Kind {
  /** Tokens of a whole answer, and its pictures. Throws a SyntaxError for what is none. */
  whole(body: Buffer, field: (name: string) => unknown, call: MediaCall): Pick<ReadAnswer, 'outputTokens' | 'pictures'>
  /** Tokens of a stream's events so far, with one more event. */
  streamed(said: Said, tokens: number, call: MediaCall, isLast: boolean): number
}

/** How answers are read that are not texts of a model; undefined = the call is not one of these. */
export function mediaReader(call: MediaCall): AnswerReader | undefined {
  const kind = KINDS[call.endpoint.operation]
  if (!kind) return undefined
  return {
    answer(bytes) {
      const body = bytes as Buffer<ArrayBuffer>
      if (isPage(body)) throw new SyntaxError('the answer is a page')
      const field = fieldsOf(body)
      const reported = readOpenAIUsage(field('usage'))
      return { body, reported, ...kind.whole(body, field, call), ...(reported ? { outputTokens: 0 } : {}) }
    },
    meter: () => new MediaMeter((said, tokens, isLast) => kind.streamed(said, tokens, call, isLast)),
  }
}

const transcripts: Kind = {
  whole: (body, field) => ({ outputTokens: textTokens(transcriptIn(body, field('text'))) }),
  streamed(said, tokens, _call, isLast) {
    const text = isLast && tokens === 0 ? said.text : said.delta
    return typeof text === 'string' ? tokens + textTokens(text) : tokens
  },
}

const KINDS: Partial<Record<ConvertedCall['endpoint']['operation'], Kind>> = {
  images: {
    whole(_body, field) {
      const count = (listIn(field('data')) ?? listIn(field('images')))?.length
      if (count === undefined) throw new SyntaxError('the answer has no pictures')
      return { outputTokens: PICTURE_TOKENS * count, pictures: count }
    },
    streamed: (_said, tokens, _call, isLast) => (isLast ? tokens + PICTURE_TOKENS : tokens),
  },
  speech: {
    whole(body, _field, call) {
      if (body.length === 0) throw new SyntaxError('nothing is said')
      return { outputTokens: spokenTokens(call) }
    },
    streamed: (_said, _tokens, call) => spokenTokens(call),
  },
  transcriptions: transcripts,
  translations: transcripts,
}

const spokenTokens = ({ model, inputTokens }: MediaCall) =>
  isPricedByCharacters(model) ? 0 : inputTokens * SPOKEN_PER_WRITTEN

/** What of subtitles nobody has said: their head, the numbers and the times of their lines. */
const UNSPOKEN = /^(?:\uFEFF?WEBVTT.*|\d+|.*\d:\d\d[.,]\d{3} --> .*)$/gm

function transcriptIn(body: Buffer, text: unknown): string {
  if (text !== undefined) return typeof text === 'string' ? text : ''
  const plain = body.toString('utf8')
  return plain.includes(' --> ') ? plain.replace(UNSPOKEN, '').trim() : plain
}

/** Pictures stand in `data`, and at SiliconFlow in `images`. Anything else is no answer, whatever its status. */
const listIn = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value : undefined)

const PAGE = /^\s*<(?:!doctype\s+html|html)\b/i
const MOST_BLANKS = 100
const isPage = (body: Buffer) => PAGE.test(body.toString('latin1', 0, MOST_BLANKS))

const OPEN_BRACE = 0x7b

/** Reads the fields of an answer that is a JSON object; sound and texts may begin like one. */
function fieldsOf(body: Buffer): (name: string) => unknown {
  const fields = body[skipBlank(body, 0)] === OPEN_BRACE ? orNothing(() => scanFields(body)) : undefined
  return (name) => fields && orNothing(() => fieldValue(body, fields, name))
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The first voices cost by the character: https://platform.openai.com/docs/pricing */
export const isPricedByCharacters = (model: string) => model.startsWith('tts')

/** What the text of a speech counts as. */
export function speechTokens(model: string, text: string): number {
  return isPricedByCharacters(model) ? characters(text) : Math.ceil(textTokens(text))
}

/** Counted without a list of them: a text may be as long as a body. */
function characters(text: string): number {
  let pairs = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (code <= 0xffff) continue
    pairs += 1
    at += 1
  }
  return text.length - pairs
}
