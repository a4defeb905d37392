import { NO_USAGE } from '#contract/prices/price.ts'
import { fieldValue, scanFields, skipBlank } from '../../../formats/body/scan-fields.ts'
import { objectOf, textOf } from '../../../formats/dialects/json.ts'
import { readOpenAIUsage } from '../../../formats/dialects/openai-usage.ts'
import { withToldCost } from '../../../formats/dialects/told-price.ts'
import type { ConvertedCall } from '../converted-call.ts'
import type { AnswerReader, WholeAnswer } from './answer-reader.ts'
import { estimateTokens } from './estimate.ts'
import { type EventData, MediaAnswerStream } from './media-answer-stream.ts'
import { usageOfSeconds } from './usage-of-seconds.ts'

/**
 * Tokens of an image without usage: one of medium quality at OpenAI
 * (https://platform.openai.com/docs/guides/image-generation), and one of 1024 pixels at Google
 * (https://ai.google.dev/gemini-api/docs/image-generation).
 */
const imageTokens = (model: string) => (model.includes('gemini') ? 1290 : 1056)
/** Audio tokens per text token: one minute of speech is about 200 text tokens and 1,250 audio tokens. */
const AUDIO_PER_TEXT_TOKEN = 6

type MediaCall = Pick<ConvertedCall, 'model' | 'inputTokens'>

type MediaContent = Pick<WholeAnswer, 'outputTokens' | 'pictures'> & Partial<Pick<WholeAnswer, 'usage'>>

/** How a kind of answer is read whose upstream may report no usage. */
interface AnswerKind {
  /**
   * Returns the tokens of a whole answer, and the number of its images. Throws a SyntaxError for an invalid answer.
   */
  whole(body: Buffer, field: (name: string) => unknown, call: MediaCall): MediaContent
  /** Whether the events with a final image are counted. */
  hasPictures?: true
  /** Returns the tokens of a stream's events so far, with one more event. */
  streamed(said: EventData, tokens: number, call: MediaCall, isLast: boolean): number
}

const transcripts: AnswerKind = {
  whole(body, field) {
    const usage = usageOfSeconds(field('usage'), field('duration') ?? secondsOfSubtitles(body))
    return {
      outputTokens: estimateTokens(readTranscript(body, field('text'))),
      ...(usage && { usage, outputTokens: 0 }),
    }
  },
  streamed(said, tokens, _call, isLast) {
    const text = isLast && tokens === 0 ? said.text : said.delta
    return typeof text === 'string' ? tokens + estimateTokens(text) : tokens
  },
}

const images: AnswerKind = {
  whole(_body, field, { model }) {
    const drawn = listIn(field('data')) ?? listIn(field('images'))
    if (drawn === undefined) throw new SyntaxError('the answer has no pictures')
    // A series may lack pictures that the vendor refused.
    const count = drawn.filter((picture) => !objectOf(picture).error).length
    const [quality, size] = ['quality', 'size'].map((name) => textOf(field(name)) || textOf(objectOf(drawn[0])[name]))
    const usage = withToldCost({ ...NO_USAGE, imageOutput: imageTokens(model) * count }, objectOf(field('usage')))
    return { usage, outputTokens: 0, pictures: { count, quality, size, usage: field('usage') } }
  },
  hasPictures: true,
  streamed: (_said, tokens, { model }, isLast) => (isLast ? tokens + imageTokens(model) : tokens),
}

const speech: AnswerKind = {
  whole(body, _field, call) {
    if (body.length === 0) throw new SyntaxError('nothing is said')
    return { outputTokens: audioTokens(call) }
  },
  streamed: (_said, _tokens, call) => audioTokens(call),
}

export const createImageReader = (call: MediaCall) => createMediaReader(call, images)
export const createSpeechReader = (call: MediaCall) => createMediaReader(call, speech)
export const createTranscriptReader = (call: MediaCall) => createMediaReader(call, transcripts)

/** Creates a reader for answers that are images, speech or transcripts. They are passed on unchanged. */
function createMediaReader(call: MediaCall, kind: AnswerKind): AnswerReader {
  return {
    whole(body) {
      if (isHtmlPage(body)) throw new SyntaxError('the answer is a page')
      const field = createFieldReader(body)
      const counted = readOpenAIUsage(field('usage'))
      const usage = counted && withToldCost(counted, objectOf(field('usage')))
      const read = { body, usage, ...kind.whole(body, field, call) }
      return usage ? { ...read, usage, outputTokens: 0 } : read
    },
    stream: () =>
      new MediaAnswerStream(
        (said, tokens, isLast) => kind.streamed(said, tokens, call, isLast),
        kind.hasPictures === true,
      ),
  }
}

const audioTokens = ({ model, inputTokens }: MediaCall) =>
  isPricedByCharacters(model) ? 0 : inputTokens * AUDIO_PER_TEXT_TOKEN

/** Parts of subtitles that are not spoken: the header, the numbers and the times of the lines. */
const SUBTITLE_MARKUP = /^(?:\uFEFF?WEBVTT.*|\d+|.*\d:\d\d[.,]\d{3} --> .*)$/gm

const LAST_TIME = /.* --> (?:(\d+):)?(\d\d):(\d\d)(?:[.,]\d{1,3})?/s

/** The end of the last line of subtitles, which tell no other duration; undefined = the answer is none. */
function secondsOfSubtitles(body: Buffer): number | undefined {
  const [, hours = 0, minutes, seconds] = LAST_TIME.exec(body.toString('latin1')) ?? []
  return minutes === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function readTranscript(body: Buffer, text: unknown): string {
  if (text !== undefined) return typeof text === 'string' ? text : ''
  const plain = body.toString('utf8')
  return plain.includes(' --> ') ? plain.replace(SUBTITLE_MARKUP, '').trim() : plain
}

/** Images are in `data`, and at SiliconFlow in `images`. Anything else is not an answer, whatever its status. */
const listIn = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value : undefined)

const PAGE = /^\s*<(?:!doctype\s+html|html)\b/i
const MAX_PREFIX = 100
const isHtmlPage = (body: Buffer) => PAGE.test(body.toString('latin1', 0, MAX_PREFIX))

const OPEN_BRACE = 0x7b

/**
 * Returns a reader of the fields of an answer that is a JSON object; audio and texts may begin with the same byte.
 */
function createFieldReader(body: Buffer): (name: string) => unknown {
  const fields = body[skipBlank(body, 0)] === OPEN_BRACE ? orUndefined(() => scanFields(body)) : undefined
  return (name) => fields && orUndefined(() => fieldValue(body, fields, name))
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The first speech models are priced by the character: https://platform.openai.com/docs/pricing */
export const isPricedByCharacters = (model: string) => model.startsWith('tts')

/** Returns the input tokens of a text to be spoken. */
export function speechTokens(model: string, text: string): number {
  return isPricedByCharacters(model) ? countCharacters(text) : Math.ceil(estimateTokens(text))
}

/** Counts code points without building a list of them: a text may be as long as a body. */
function countCharacters(text: string): number {
  let pairs = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (code <= 0xffff) continue
    pairs += 1
    at += 1
  }
  return text.length - pairs
}
