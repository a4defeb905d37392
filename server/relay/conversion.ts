import { callerDialects, type UpstreamFormat, upstreamDialects } from '../dialects/all.ts'
import { collectAnswer } from '../dialects/collect.ts'
import {
  type AnswerFacts,
  BadRequest,
  type CallerDialect,
  type EmbeddingsDialect,
  Refused,
  Unwritable,
  type UpstreamDialect,
} from '../dialects/dialect.ts'
import { type Encoding, readEmbeddings, writeEmbeddings } from '../dialects/embeddings.ts'
import { type AnswerReader, answerTokens, type ReadAnswer } from './answer-reader.ts'
import type { Call } from './call.ts'
import { ConvertingMeter } from './converting-meter.ts'
import { eventsIn } from './events-in.ts'

type Convertible = Pick<
  Call,
  'id' | 'endpoint' | 'model' | 'stream' | 'startedAt' | 'usageWanted' | 'inputTokens' | 'body' | 'conversation'
>

/** A call on its way to an upstream that speaks another format than its caller, and back. */
export class Conversion implements AnswerReader {
  readonly contentType = 'application/json'
  readonly collects = true
  readonly #caller: CallerDialect
  readonly #upstream: UpstreamDialect
  readonly #facts: AnswerFacts
  #encoding: Encoding = 'float'

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
    const embeddings = this.#embeddings
    if (embeddings) {
      const request = readEmbeddings(this.#json())
      this.#encoding = request.encoding
      return Buffer.from(JSON.stringify(embeddings.writeRequest(request, model)))
    }
    if (this.call.endpoint.operation !== 'chat')
      throw new Unwritable(`this model is not served for ${this.call.endpoint.operation}`)
    this.call.conversation ??= this.#caller.readRequest(this.#json(), this.call.stream)
    return Buffer.from(JSON.stringify(this.#upstream.writeRequest(this.call.conversation, model)))
  }

  get #embeddings(): EmbeddingsDialect | undefined {
    return this.call.endpoint.operation === 'embeddings' ? this.#upstream.embeddings : undefined
  }

  #json(): object {
    try {
      return JSON.parse(this.call.body.toString('utf8'))
    } catch (error) {
      throw error instanceof SyntaxError ? new BadRequest('body', 'is not valid JSON') : error
    }
  }

  answer(body: Buffer, streamed = false): ReadAnswer {
    const embeddings = this.#embeddings
    if (embeddings) return this.#embedded(embeddings, body)
    const answer = streamed
      ? collectAnswer(eventsIn(body, this.#upstream.streamReader(this.call.id)))
      : this.#upstream.readAnswer(JSON.parse(body.toString('utf8')), this.call.id)
    const written = Buffer.from(JSON.stringify(this.#caller.writeAnswer(answer, this.#facts)))
    return { body: written, reported: answer.usage, outputTokens: answerTokens(answer) }
  }

  #embedded(embeddings: EmbeddingsDialect, body: Buffer): ReadAnswer {
    const answer = embeddings.readAnswer(JSON.parse(body.toString('utf8')))
    const written = writeEmbeddings(answer, { model: this.call.model, encoding: this.#encoding })
    return { body: Buffer.from(JSON.stringify(written)), reported: answer.usage, outputTokens: 0 }
  }

  meter(): ConvertingMeter {
    return new ConvertingMeter(this.#upstream.streamReader(this.call.id), this.#caller.streamWriter(this.#facts))
  }

  refusal(event: Buffer): Refused | undefined {
    try {
      eventsIn(event, this.#upstream.streamReader(this.call.id))
      return undefined
    } catch (error) {
      return error instanceof Refused ? error : undefined
    }
  }
}
