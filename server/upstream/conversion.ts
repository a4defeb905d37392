import { hasTooManyValues, MAX_VALUES } from '../body/too-many-values.ts'
import { callerDialects, type UpstreamFormat, upstreamDialects } from '../dialects/all.ts'
import { answerToEvents } from '../dialects/answer-to-events.ts'
import type { ChatAnswer, ChatEvent, ChatRequest } from '../dialects/conversation.ts'
import {
  type AnswerFacts,
  BadRequest,
  type CallerDialect,
  type Refused,
  Unwritable,
  type UpstreamDialect,
  type WriteSettings,
} from '../dialects/dialect.ts'
import { isDeeperThan } from '../dialects/json.ts'
import { readChat } from '../dialects/read-chat.ts'
import { withCompactionTrigger } from '../dialects/responses/compaction.ts'
import { writeChat } from '../dialects/write-chat.ts'
import {
  type AnswerReader,
  answerCountOf,
  estimateAnswerTokens,
  type ReadAnswer,
  readRefusal,
  vendorReasonOf,
} from './answers/answer-reader.ts'
import { ConvertingMeter } from './answers/converting-meter.ts'
import { toArray } from './answers/json-array-stream.ts'
import { checkValueCount, readAnyAnswer } from './answers/read-any-answer.ts'
import { usageOrEstimate } from './answers/usage-or-estimate.ts'
import { checkAnswerSupported, checkPartSupported } from './check-supported.ts'
import type { AnswerMemory, ConvertedCall } from './converted-call.ts'
import { createSimpleConversion, type SimpleConversion } from './simple-conversion.ts'

/** Deeper JSON is refused, so that recursive readers cannot overflow the stack. */
export const MAX_DEPTH = 1000

const JSON_TYPE = 'application/json'
const EVENTS_TYPE = 'text/event-stream; charset=utf-8'
type WrittenAnswer = Required<Pick<ReadAnswer, 'body' | 'contentType'>>

const asJson = (written: object): WrittenAnswer => ({
  body: Buffer.from(JSON.stringify(written)),
  contentType: JSON_TYPE,
})

/** Converts a call to an upstream's format, and its answer back to the caller's. */
export class Conversion implements AnswerReader {
  readonly #caller: CallerDialect
  readonly #upstream: UpstreamDialect
  readonly #facts: AnswerFacts
  /** The conversion of a call that is not a chat, if there is one. */
  readonly #simpleConversion: SimpleConversion | undefined
  readonly #settings: WriteSettings
  readonly #omitted = new Set<string>()

  constructor(
    private readonly call: ConvertedCall,
    format: UpstreamFormat,
    settings: WriteSettings = {},
    private readonly memory?: AnswerMemory,
  ) {
    this.#caller = callerDialects[call.endpoint.format]
    this.#upstream = upstreamDialects[format]
    const { id, model, startedAt, usageWanted, inputTokens } = call
    this.#facts = { id, model, created: Math.floor(startedAt / 1000), usageWanted, inputTokens }
    this.#simpleConversion = createSimpleConversion(call, this.#upstream)
    this.#settings = { ...settings, omit: (name) => this.#omitted.add(name) }
  }

  /** Whether media must be inlined before the request is written: the upstream's format cannot refer to URLs. */
  get inlineMedia(): boolean {
    return this.#upstream.requiresInlineMedia === true && this.call.endpoint.operation === 'chat'
  }

  /** The parsed request. Throws BadRequest or Unwritable. */
  get conversation(): ChatRequest {
    const { operation, compacts } = this.call.endpoint
    if (operation !== 'chat') throw new Unwritable(`this model is not served for ${operation}`)
    if (this.call.conversation) return this.call.conversation
    const request = this.#parsedBody()
    this.call.conversation = readChat(
      this.#caller,
      compacts ? withCompactionTrigger({ ...request }) : request,
      this.call.stream,
    )
    return this.call.conversation
  }

  /** Returns the body to send, with the upstream's name of the model. Throws BadRequest or Unwritable. */
  request(model: string): Buffer {
    const written = this.#simpleConversion
      ? this.#simpleConversion.request(this.#parsedBody(), model)
      : writeChat(this.conversation, this.#upstream, model, this.#settings)
    return Buffer.from(JSON.stringify(written))
  }

  /** Names of the caller's fields that the written request omits. */
  get omitted(): readonly string[] {
    return [...(this.call.conversation?.omitted ?? []), ...this.#omitted]
  }

  #parsedBody(): object {
    const value = this.#parseBody()
    if (isDeeperThan(MAX_DEPTH, value)) {
      throw new BadRequest('body', `has more than ${MAX_DEPTH} objects and lists inside each other`)
    }
    return value
  }

  #parseBody(): object {
    try {
      if (hasTooManyValues(this.call.body)) throw new BadRequest('body', `has more than ${MAX_VALUES} values`)
      return JSON.parse(this.call.body.toString('utf8'))
    } catch (error) {
      throw error instanceof SyntaxError ? new BadRequest('body', 'is not valid JSON') : error
    }
  }

  answer(body: Buffer): ReadAnswer {
    if (this.#simpleConversion) {
      checkValueCount(body)
      const given: object = JSON.parse(body.toString('utf8'))
      const { written, usage } = this.#simpleConversion.answer(given)
      const told = written === given ? { body: body as Buffer<ArrayBuffer>, contentType: JSON_TYPE } : asJson(written)
      return { ...told, reported: usage, outputTokens: 0 }
    }
    const answer = readAnyAnswer(body, this.#upstream, this.call.id)
    checkAnswerSupported(answer, this.#caller)
    const outputTokens = estimateAnswerTokens(answer)
    // The caller gets the usage that is charged, even where the upstream reports none.
    const { usage } = usageOrEstimate(answer.usage, this.call.inputTokens, outputTokens)
    const written = this.call.stream ? this.#asEvents({ ...answer, usage }) : this.#asJson({ ...answer, usage })
    return { ...written, reported: answer.usage, outputTokens, vendorReason: vendorReasonOf(answer) }
  }

  #asJson(answer: ChatAnswer): WrittenAnswer {
    return asJson(this.#caller.writeAnswer(answer, this.#answerFacts()))
  }

  /** Writes a whole answer as a stream, for a caller that requested one. */
  #asEvents(answer: ChatAnswer): WrittenAnswer {
    const writer = this.#caller.streamWriter(this.#answerFacts())
    const told = answerToEvents(answer).map((event) => writer.write(event))
    const events = Buffer.from([...told, writer.end(answer.usage), writer.tail()].join(''))
    return this.call.endpoint.asArray
      ? { body: toArray(events), contentType: JSON_TYPE }
      : { body: events, contentType: EVENTS_TYPE }
  }

  meter(answers?: number): ConvertingMeter {
    const writer = this.#caller.streamWriter(this.#answerFacts())
    const reader = this.#upstream.streamReader(this.call.id)
    const sayable = (event: ChatEvent) => checkPartSupported(event, this.#caller)
    return new ConvertingMeter(reader, writer, this.call.inputTokens, answerCountOf(this.#upstream, answers), sayable)
  }

  #answerFacts(): AnswerFacts {
    const { echo, tools = [], compaction: asked } = this.call.conversation ?? {}
    const { keep, seal } = this.memory ?? {}
    const natives = new Map(tools.flatMap(({ name, native }) => (native ? [[name, native]] : [])))
    const compaction = asked && seal && { ...asked, seal, isWhole: this.call.endpoint.compacts === true }
    return { ...this.#facts, echo, natives, compaction, keep: asked ? undefined : keep }
  }

  refusal(event: Buffer): Refused | undefined {
    const reader = this.#upstream.streamReader(this.call.id)
    return readRefusal(event, {
      read: (data) => {
        const said = reader.read(data)
        for (const one of said) checkPartSupported(one, this.#caller)
        return said
      },
    })
  }
}
