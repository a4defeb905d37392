import { callerDialects, type UpstreamFormat, upstreamDialects } from '../dialects/all.ts'
import type { ChatRequest } from '../dialects/conversation.ts'
import {
  type AnswerFacts,
  BadRequest,
  type CallerDialect,
  Unwritable,
  type UpstreamDialect,
} from '../dialects/dialect.ts'
import { type AnswerReader, answerTokens, type ReadAnswer } from './answer-reader.ts'
import type { Call } from './call.ts'
import { ConvertingMeter } from './converting-meter.ts'
import type { Meter } from './meter.ts'

type Convertible = Pick<
  Call,
  'id' | 'endpoint' | 'model' | 'stream' | 'startedAt' | 'usageWanted' | 'inputTokens' | 'body' | 'conversation'
>

/** A call on its way to an upstream that speaks another format than its caller, and back. */
export class Conversion implements AnswerReader {
  readonly contentType = 'application/json'
  readonly #caller: CallerDialect
  readonly #upstream: UpstreamDialect
  readonly #facts: AnswerFacts

  constructor(
    private readonly call: Convertible,
    format: UpstreamFormat,
  ) {
    this.#caller = callerDialects[call.endpoint.format]
    this.#upstream = upstreamDialects[format]
    const { id, model, startedAt, usageWanted, inputTokens } = call
    this.#facts = { id, model, created: Math.floor(startedAt / 1000), usageWanted, inputTokens }
  }

  /** The body to send, with the model as the upstream calls it. Throws BadRequest or Unwritable. */
  request(model: string): Buffer {
    const { operation } = this.call.endpoint
    if (operation !== 'chat') throw new Unwritable(`this model is not served for ${operation}`)
    this.call.conversation ??= this.#read()
    return Buffer.from(JSON.stringify(this.#upstream.writeRequest(this.call.conversation, model)))
  }

  #read(): ChatRequest {
    try {
      return this.#caller.readRequest(JSON.parse(this.call.body.toString('utf8')), this.call.stream)
    } catch (error) {
      throw error instanceof SyntaxError ? new BadRequest('body', 'is not valid JSON') : error
    }
  }

  answer(body: Buffer): ReadAnswer {
    const answer = this.#upstream.readAnswer(JSON.parse(body.toString('utf8')))
    const written = Buffer.from(JSON.stringify(this.#caller.writeAnswer(answer, this.#facts)))
    return { body: written, reported: answer.usage, outputTokens: answerTokens(answer) }
  }

  meter(): Meter {
    return new ConvertingMeter(this.#upstream.streamReader(), this.#caller.streamWriter(this.#facts))
  }
}
