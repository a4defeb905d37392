import { isCrowded, MOST_VALUES } from '../body/too-many-values.ts'
import { callerDialects, type UpstreamFormat, upstreamDialects } from '../dialects/all.ts'
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
import { askingToCompact } from '../dialects/responses/compaction.ts'
import { tellAnswer } from '../dialects/tell.ts'
import { writeChat } from '../dialects/write-chat.ts'
import { checkMedia, checkMedium } from './answer-media.ts'
import {
  type AnswerReader,
  answersOf,
  answerTokens,
  type ReadAnswer,
  refusalIn,
  vendorReasonOf,
} from './answers/answer-reader.ts'
import { ConvertingMeter } from './answers/converting-meter.ts'
import { arrayOf } from './answers/json-array-stream.ts'
import { checkValues, readAnyAnswer } from './answers/read-any-answer.ts'
import { usageOr } from './answers/usage-or-estimate.ts'
import type { AnswerMemory, ConvertedCall } from './converted-call.ts'
import { type SimpleConversion, simpleConversion } from './simple-conversion.ts'

/** Nobody means more, and what follows a request down to its end must not run out of stack. */
export const MOST_DEPTH = 1000

const JSON_TYPE = 'application/json'
const EVENTS_TYPE = 'text/event-stream; charset=utf-8'
type WrittenAnswer = Required<Pick<ReadAnswer, 'body' | 'contentType'>>

const asJson = (written: object): WrittenAnswer => ({
  body: Buffer.from(JSON.stringify(written)),
  contentType: JSON_TYPE,
})

/** A call on its way to an upstream that speaks another format than its caller, and back. */
export class Conversion implements AnswerReader {
  readonly #caller: CallerDialect
  readonly #upstream: UpstreamDialect
  readonly #facts: AnswerFacts
  /** What the call is instead of a chat, if that can be converted. */
  readonly #simple: SimpleConversion | undefined
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
    this.#simple = simpleConversion(call, this.#upstream)
    this.#settings = { ...settings, omit: (name) => this.#omitted.add(name) }
  }

  /** Media must be in the conversation before it is written: the upstream's format cannot name their address. */
  get inlineMedia(): boolean {
    return this.#upstream.inlineMedia === true && this.call.endpoint.operation === 'chat'
  }

  /** What the caller says. Throws BadRequest or Unwritable. */
  get conversation(): ChatRequest {
    const { operation, compacts } = this.call.endpoint
    if (operation !== 'chat') throw new Unwritable(`this model is not served for ${operation}`)
    if (this.call.conversation) return this.call.conversation
    const request = this.#json()
    this.call.conversation = readChat(
      this.#caller,
      compacts ? askingToCompact({ ...request }) : request,
      this.call.stream,
    )
    return this.call.conversation
  }

  /** The body to send, with the model as the upstream calls it. Throws BadRequest or Unwritable. */
  request(model: string): Buffer {
    const written = this.#simple
      ? this.#simple.request(this.#json(), model)
      : writeChat(this.conversation, this.#upstream, model, this.#settings)
    return Buffer.from(JSON.stringify(written))
  }

  /** What the written request leaves out of the caller's, by name. */
  get omitted(): readonly string[] {
    return [...(this.call.conversation?.omitted ?? []), ...this.#omitted]
  }

  #json(): object {
    const value = this.#parsed()
    if (isDeeperThan(MOST_DEPTH, value)) {
      throw new BadRequest('body', `has more than ${MOST_DEPTH} objects and lists inside each other`)
    }
    return value
  }

  #parsed(): object {
    try {
      if (isCrowded(this.call.body)) throw new BadRequest('body', `has more than ${MOST_VALUES} values`)
      return JSON.parse(this.call.body.toString('utf8'))
    } catch (error) {
      throw error instanceof SyntaxError ? new BadRequest('body', 'is not valid JSON') : error
    }
  }

  answer(body: Buffer): ReadAnswer {
    if (this.#simple) {
      checkValues(body)
      const given: object = JSON.parse(body.toString('utf8'))
      const { written, usage } = this.#simple.answer(given)
      const told = written === given ? { body: body as Buffer<ArrayBuffer>, contentType: JSON_TYPE } : asJson(written)
      return { ...told, reported: usage, outputTokens: 0 }
    }
    const answer = readAnyAnswer(body, this.#upstream, this.call.id)
    checkMedia(answer, this.#caller)
    const outputTokens = answerTokens(answer)
    // The caller is told what is billed, also where the upstream tells nothing.
    const { usage } = usageOr(answer.usage, this.call.inputTokens, outputTokens)
    const written = this.call.stream ? this.#asEvents({ ...answer, usage }) : this.#asJson({ ...answer, usage })
    return { ...written, reported: answer.usage, outputTokens, vendorReason: vendorReasonOf(answer) }
  }

  #asJson(answer: ChatAnswer): WrittenAnswer {
    return asJson(this.#caller.writeAnswer(answer, this.#answerFacts()))
  }

  /** A stream for a caller who wants one, although the answer has come as a whole. */
  #asEvents(answer: ChatAnswer): WrittenAnswer {
    const writer = this.#caller.streamWriter(this.#answerFacts())
    const told = tellAnswer(answer).map((event) => writer.write(event))
    const events = Buffer.from([...told, writer.end(answer.usage), writer.tail()].join(''))
    return this.call.endpoint.asArray
      ? { body: arrayOf(events), contentType: JSON_TYPE }
      : { body: events, contentType: EVENTS_TYPE }
  }

  meter(answers?: number): ConvertingMeter {
    const writer = this.#caller.streamWriter(this.#answerFacts())
    const reader = this.#upstream.streamReader(this.call.id)
    const sayable = (event: ChatEvent) => checkMedium(event, this.#caller)
    return new ConvertingMeter(reader, writer, this.call.inputTokens, answersOf(this.#upstream, answers), sayable)
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
    return refusalIn(event, {
      read: (data) => {
        const said = reader.read(data)
        for (const one of said) checkMedium(one, this.#caller)
        return said
      },
    })
  }
}
