import { parseInSteps } from '../../formats/body/parse-in-steps.ts'
import { findTooManyValues, MAX_VALUES } from '../../formats/body/too-many-values.ts'
import { writeInSteps } from '../../formats/body/write-in-steps.ts'
import { callerDialects, type UpstreamFormat, upstreamDialects } from '../../formats/dialects/all.ts'
import type { ChatRequest } from '../../formats/dialects/conversation.ts'
import { BadRequest, Unwritable, type UpstreamDialect, type WriteSettings } from '../../formats/dialects/dialect.ts'
import { readChat } from '../../formats/dialects/read-chat.ts'
import { withCompactionTrigger } from '../../formats/dialects/responses/compaction.ts'
import { writeChat } from '../../formats/dialects/write-chat.ts'
import { atOnce, type Steps } from '../../platform/async/steps.ts'
import type { CallWithBody, ConvertedCall } from './converted-call.ts'
import { createSimpleConversion, type SimpleConversion } from './simple-conversion.ts'

/** Converts the request of a call to an upstream's format. */
export class Conversion {
  /** The conversion of a call that is not a chat, if there is one; it converts the answer as well. */
  readonly simple: SimpleConversion | undefined
  readonly #upstream: UpstreamDialect
  readonly #settings: WriteSettings
  readonly #omitted = new Set<string>()

  readonly #call: ConvertedCall
  /** The body, parsed before it is needed. */
  #parsed: object | undefined

  constructor(
    private readonly given: CallWithBody,
    format: UpstreamFormat,
    settings: WriteSettings = {},
  ) {
    this.#call = given.call
    this.#upstream = upstreamDialects[format]
    this.simple = createSimpleConversion(given.call, this.#upstream)
    this.#settings = { ...settings, omit: (name) => this.#omitted.add(name) }
  }

  /** Whether media must be inlined before the request is written: the upstream's format cannot refer to URLs. */
  get inlineMedia(): boolean {
    return this.#upstream.requiresInlineMedia === true && this.#call.endpoint.operation === 'chat'
  }

  /** The parsed request. Throws BadRequest or Unwritable. */
  get conversation(): ChatRequest {
    const { operation, compacts } = this.#call.endpoint
    if (operation !== 'chat') throw new Unwritable(`this model is not served for ${operation}`)
    if (this.given.conversation) return this.given.conversation
    const request = this.#parsedBody()
    this.given.conversation = readChat(
      callerDialects[this.#call.endpoint.format],
      compacts ? withCompactionTrigger({ ...request }) : request,
      this.#call.stream,
    )
    return this.given.conversation
  }

  /** Returns the body to send, with the upstream's name of the model. Throws BadRequest or Unwritable. */
  request(model: string): Buffer {
    return Buffer.from(JSON.stringify(this.#write(model)))
  }

  /** As `request`, for a large body: rests now and then. */
  *requestInSteps(model: string): Steps<Buffer> {
    return yield* writeInSteps(this.#write(model))
  }

  /** Parses a large body before it is needed, and rests now and then. Throws BadRequest. */
  *parse(): Steps<void> {
    if (!this.given.conversation) this.#parsed = yield* this.#parseInSteps()
  }

  #write(model: string): object {
    return this.simple
      ? this.simple.request(this.#parsedBody(), model)
      : writeChat(this.conversation, this.#upstream, model, this.#settings)
  }

  /** Names of the caller's fields that the written request omits. */
  get omitted(): readonly string[] {
    return [...(this.given.conversation?.omitted ?? []), ...this.#omitted]
  }

  #parsedBody(): object {
    const value = this.#parsed ?? atOnce(this.#parseInSteps())
    this.#parsed = undefined
    return value
  }

  *#parseInSteps(): Steps<object> {
    const { bytes } = this.given.body
    try {
      if (yield* findTooManyValues(bytes)) throw new BadRequest('body', `has more than ${MAX_VALUES} values`)
      return (yield* parseInSteps(bytes)) as object
    } catch (error) {
      throw error instanceof SyntaxError ? new BadRequest('body', 'is not valid JSON') : error
    }
  }
}
