import { type UpstreamFormat, upstreamDialects } from '../../../formats/dialects/all.ts'
import type { UpstreamDialect } from '../../../formats/dialects/dialect.ts'
import type { OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'
import type { ConvertedCall } from '../converted-call.ts'
import {
  answerCountOf,
  estimateAnswerTokens,
  isEmptyAnswer,
  readRefusal,
  saidIn,
  vendorReasonOf,
} from './answer-content.ts'
import type { AnswerReader } from './answer-reader.ts'
import { EventAnswerStream } from './event-answer-stream.ts'
import { hasNoContent } from './has-no-content.ts'

/** The call id where ids of tool calls do not matter. */
const NO_CALL = ''

/** Creates a reader for answers in another format than OpenAI's that are passed on unchanged. */
export function createUnchangedReader(
  { answerCount, ratios }: Pick<ConvertedCall, 'answerCount' | 'ratios'>,
  format: UpstreamFormat,
): AnswerReader {
  const dialect: UpstreamDialect = upstreamDialects[format]
  return {
    whole(body, mayRetry) {
      const given = parseJson(body.toString('utf8')) as object
      const answer = dialect.readAnswer(given, mayRetry ? NO_CALL : undefined)
      return {
        body,
        usage: answer.usage,
        outputTokens: estimateAnswerTokens(answer, ratios),
        get said() {
          return saidIn(answer)
        },
        isEmpty: isEmptyAnswer(answer) && hasNoContent(given),
        vendorReason: vendorReasonOf(answer),
      }
    },
    stream: () => new UnchangedAnswerStream(dialect.streamReader(), answerCountOf(dialect, answerCount), ratios),
    refusal: (event, mayRetry) => readRefusal(event, dialect.streamReader(mayRetry ? NO_CALL : undefined)),
  }
}

/** Reads a stream that is passed on unchanged. The end of the answer is sent after the charge. */
export class UnchangedAnswerStream extends EventAnswerStream {
  protected override toCaller(event: Buffer | undefined): Buffer | undefined {
    if (!event) return undefined
    if (this.allBegunEnded) {
      // Copied, because it is kept longer than the buffer of which it is a slice.
      this.tail.push(Buffer.from(event))
      this.keptBytes += event.length
      return undefined
    }
    // One of several answers had ended, and another continues.
    const held = this.heldBack()
    return held.length > 0 ? Buffer.concat([...held, event]) : event
  }

  errorEnding(error: OpenAIError, requestId: string): string | undefined {
    return this.reader.fail?.(error, requestId)
  }

  protected override heldBack(): Buffer[] {
    const held = this.tail
    this.tail = []
    this.keptBytes = 0
    return held
  }

  protected override closingBytes(): string {
    return ''
  }
}
