import { completionTokens, type Usage } from '#contract/price.ts'
import { type UpstreamFormat, upstreamDialects } from '../../dialects/all.ts'
import type { AnswerPart, ChatAnswer } from '../../dialects/conversation.ts'
import { Refused, type StreamReader, type UpstreamDialect } from '../../dialects/dialect.ts'
import { estimateTextTokens } from './estimate.ts'
import type { Meter } from './meter.ts'
import { eventsIn } from './parse-events.ts'
import { PassingMeter } from './passing-meter.ts'

/** How answers are read that are not in OpenAI's format on their whole way. */
export interface AnswerReader {
  /**
   * Reads a whole answer. `mayRetry`: one that holds nothing and ended in a failure of the vendor's is refused, also where
   * its caller would know the reason. Throws Unreadable, Refused or a SyntaxError.
   */
  answer(body: Buffer, mayRetry?: boolean): ReadAnswer
  /** Why the upstream refuses, if that is what the first event of its stream says. */
  refusal?(event: Buffer, mayRetry?: boolean): Refused | undefined
  /** Reads a stream with so many answers. */
  meter(answers?: number): Meter
}

export interface ReadAnswer {
  /** What the caller gets. */
  body: Buffer<ArrayBuffer>
  /** The type of the body; absent = what the upstream says. */
  contentType?: string
  /** The usage in the answer, if any. */
  reported: Usage | undefined
  /** Tokens of its text, where no usage is. */
  outputTokens: number
  /** How many pictures it has, where they are what is asked for. */
  pictures?: number
  /** Why it ended in the vendor's own word, where the caller's format has none. */
  vendorReason?: string | undefined
}

/** Stands for a call where ids of tool calls do not matter. */
const NO_CALL = ''

/** Reads answers that the caller gets as they are. */
export function passingReader(format: UpstreamFormat): AnswerReader {
  const dialect: UpstreamDialect = upstreamDialects[format]
  return {
    answer(body, mayRetry) {
      const answer = dialect.readAnswer(JSON.parse(body.toString('utf8')), mayRetry ? NO_CALL : undefined)
      return {
        body: body as Buffer<ArrayBuffer>,
        reported: answer.usage,
        outputTokens: answerTokens(answer),
        vendorReason: vendorReasonOf(answer),
      }
    },
    meter: (answers) => new PassingMeter(dialect.streamReader(), answersOf(dialect, answers)),
    refusal: (event, mayRetry) => refusalIn(event, dialect.streamReader(mayRetry ? NO_CALL : undefined)),
  }
}

/** How many answers a stream has: those that are wanted, where the format has a word for more than one. */
export const answersOf = ({ mostAnswers = 1 }: UpstreamDialect, wanted = 1) => Math.min(wanted, mostAnswers)

/** The refusal that the first event of a stream is, in the words of the upstream's format. */
export function refusalIn(event: Buffer, reader: StreamReader): Refused | undefined {
  try {
    eventsIn(event, reader)
    return undefined
  } catch (error) {
    return error instanceof Refused ? error : undefined
  }
}

/** The first reason of a vendor's own among the choices of an answer. */
export const vendorReasonOf = ({ choices }: ChatAnswer): string | undefined =>
  choices.find((choice) => choice.vendorReason !== undefined)?.vendorReason

/** An estimate of an answer's tokens, where its upstream reports no output. */
export function answerTokens({ usage, choices }: ChatAnswer): number {
  if (usage && completionTokens(usage) > 0) return 0
  return choices.flatMap(({ parts }) => parts).reduce((sum, part) => sum + textTokens(textOf(part)), 0)
}

function textOf(part: AnswerPart): string {
  if (part.kind === 'tool_call') return part.arguments
  return part.kind === 'image' || part.kind === 'audio' ? '' : part.text
}

/** An estimate of the tokens of a text. */
export function textTokens(text: string): number {
  const bytes = Buffer.from(text)
  return estimateTextTokens(bytes, 0, bytes.length)
}
