import { completionTokens, type Usage } from '#contract/price.ts'
import { type UpstreamFormat, upstreamDialects } from '../../dialects/all.ts'
import type { AnswerPart, ChatAnswer } from '../../dialects/conversation.ts'
import { Refused, type StreamReader, type UpstreamDialect } from '../../dialects/dialect.ts'
import { estimateTextTokens } from './estimate.ts'
import type { Meter } from './meter.ts'
import { parseEvents } from './parse-events.ts'
import { PassingMeter } from './passing-meter.ts'

/** Reads answers where the upstream or the caller does not use OpenAI's format. */
export interface AnswerReader {
  /**
   * Reads a whole answer. `mayRetry`: an answer without content that ended in a failure of the vendor is refused,
   * even where the caller's format could express the reason. Throws Unreadable, Refused or a SyntaxError.
   */
  answer(body: Buffer, mayRetry?: boolean): ReadAnswer
  /** Returns the upstream's refusal, if the first event of its stream is one. */
  refusal?(event: Buffer, mayRetry?: boolean): Refused | undefined
  /** Creates a reader for a stream with this number of answers. */
  meter(answers?: number): Meter
}

export interface ReadAnswer {
  /** The bytes for the caller. */
  body: Buffer<ArrayBuffer>
  /** The content type of the body; absent = the upstream's. */
  contentType?: string
  /** The usage in the answer, if any. */
  reported: Usage | undefined
  /** Estimated tokens of its text, where it has no usage. */
  outputTokens: number
  /** The number of images in it, where images are requested. */
  imageCount?: number
  /** The vendor's own end reason, where the caller's format has no equivalent. */
  vendorReason?: string | undefined
}

/** The call id where ids of tool calls do not matter. */
const NO_CALL = ''

/** Creates a reader for answers that are passed on unchanged. */
export function createPassingReader(format: UpstreamFormat): AnswerReader {
  const dialect: UpstreamDialect = upstreamDialects[format]
  return {
    answer(body, mayRetry) {
      const answer = dialect.readAnswer(JSON.parse(body.toString('utf8')), mayRetry ? NO_CALL : undefined)
      return {
        body: body as Buffer<ArrayBuffer>,
        reported: answer.usage,
        outputTokens: estimateAnswerTokens(answer),
        vendorReason: vendorReasonOf(answer),
      }
    },
    meter: (answers) => new PassingMeter(dialect.streamReader(), answerCountOf(dialect, answers)),
    refusal: (event, mayRetry) => readRefusal(event, dialect.streamReader(mayRetry ? NO_CALL : undefined)),
  }
}

/** Returns the number of answers in a stream: the requested number, where the format supports more than one. */
export const answerCountOf = ({ maxAnswers: mostAnswers = 1 }: UpstreamDialect, wanted = 1) =>
  Math.min(wanted, mostAnswers)

/** Returns the refusal that the first event of a stream contains, in the upstream's format. */
export function readRefusal(event: Buffer, reader: StreamReader): Refused | undefined {
  try {
    parseEvents(event, reader)
    return undefined
  } catch (error) {
    return error instanceof Refused ? error : undefined
  }
}

/** Returns the first vendor-specific end reason among the choices of an answer. */
export const vendorReasonOf = ({ choices }: ChatAnswer): string | undefined =>
  choices.find((choice) => choice.vendorReason !== undefined)?.vendorReason

/** Estimates the tokens of an answer whose upstream reports no output. */
export function estimateAnswerTokens({ usage, choices }: ChatAnswer): number {
  if (usage && completionTokens(usage) > 0) return 0
  return choices.flatMap(({ parts }) => parts).reduce((sum, part) => sum + estimateTokens(textOf(part)), 0)
}

function textOf(part: AnswerPart): string {
  if (part.kind === 'tool_call') return part.arguments
  return part.kind === 'image' || part.kind === 'audio' ? '' : part.text
}

/** Estimates the tokens of a text. */
export function estimateTokens(text: string): number {
  const bytes = Buffer.from(text)
  return estimateTextTokens(bytes, 0, bytes.length)
}
