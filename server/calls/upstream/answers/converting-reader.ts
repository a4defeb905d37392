import { callerDialects, type UpstreamFormat, upstreamDialects } from '../../../formats/dialects/all.ts'
import { answerToEvents } from '../../../formats/dialects/answer-to-events.ts'
import type { ChatAnswer, ChatEvent } from '../../../formats/dialects/conversation.ts'
import type {
  AnswerFacts,
  CallerDialect,
  StreamReader,
  StreamWriter,
  UpstreamDialect,
} from '../../../formats/dialects/dialect.ts'
import type { OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import { callersToolNames } from '../../../formats/dialects/plain-tool-names.ts'
import type { TokenRatios } from '../../../formats/estimates/families.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'
import { checkAnswerSupported, checkPartSupported } from '../check-supported.ts'
import type { AnswerMemory, CallWithBody, ConvertedCall } from '../converted-call.ts'
import type { SimpleConversion } from '../simple-conversion.ts'
import {
  answerCountOf,
  estimateAnswerTokens,
  isEmptyAnswer,
  readRefusal,
  saidIn,
  vendorReasonOf,
} from './answer-content.ts'
import type { AnswerReader, WholeAnswer } from './answer-reader.ts'
import { EventAnswerStream } from './event-answer-stream.ts'
import { toArray } from './json-array-stream.ts'
import { checkValueCount, readAnyAnswer } from './read-any-answer.ts'
import { type EstimatedInput, usageOrEstimate } from './usage-or-estimate.ts'

const JSON_TYPE = 'application/json'
const EVENTS_TYPE = 'text/event-stream; charset=utf-8'
type WrittenAnswer = Required<Pick<WholeAnswer, 'body' | 'contentType'>>

/** What the conversion of a request knows about its answer. */
export interface ConvertedRequest {
  /** The conversion of a call that is not a chat. */
  readonly simple?: SimpleConversion | undefined
  readonly memory?: AnswerMemory | undefined
}

/** Creates a reader for answers that are converted from the upstream's format to the caller's. */
export function createConvertingReader(
  given: CallWithBody,
  format: UpstreamFormat,
  { simple, memory }: ConvertedRequest = {},
): AnswerReader {
  const { call } = given
  const caller: CallerDialect = callerDialects[call.endpoint.format]
  const upstream: UpstreamDialect = upstreamDialects[format]
  const checkPart = (event: ChatEvent) => {
    if (event.kind === 'image' || event.kind === 'audio') checkPartSupported(event, caller)
  }
  const toCaller = () => callersToolNames(given.conversation)
  return {
    whole: (body) =>
      simple ? convertObject(body, simple) : convertChat(readAnyAnswer(body, upstream, call.id), caller, given, memory),
    stream: () =>
      new ConvertedAnswerStream(
        upstream.streamReader(call.id),
        caller.streamWriter(answerFacts(given, memory)),
        call,
        answerCountOf(upstream, call.answerCount),
        checkPart,
        call.ratios,
        toCaller(),
      ),
    refusal(event) {
      const reader = upstream.streamReader(call.id)
      return readRefusal(event, { read: (data) => checked(reader.read(data), checkPart) })
    },
  }
}

function checked(events: ChatEvent[], check: (event: ChatEvent) => void): ChatEvent[] {
  for (const event of events) check(event)
  return events
}

/** Converts an answer that is one JSON object. */
function convertObject(body: Buffer<ArrayBuffer>, simple: SimpleConversion): WholeAnswer {
  checkValueCount(body)
  const given = parseJson(body.toString('utf8')) as object
  const { written, usage } = simple.answer(given)
  return { ...(written === given ? { body, contentType: JSON_TYPE } : asJson(written)), usage, outputTokens: 0 }
}

function convertChat(
  answer: ChatAnswer,
  caller: CallerDialect,
  given: CallWithBody,
  memory: AnswerMemory | undefined,
): WholeAnswer {
  const { call } = given
  checkAnswerSupported(answer, caller)
  const outputTokens = estimateAnswerTokens(answer, call.ratios)
  // The caller gets the usage that is charged, even where the upstream reports none.
  const { usage } = usageOrEstimate(answer.usage, call, outputTokens)
  const named = callersToolNames(given.conversation)
  const choices = answer.choices.map((choice) => ({ ...choice, parts: choice.parts.map(named) }))
  const charged = { ...answer, choices, usage }
  const facts = answerFacts(given, memory)
  const written = call.stream ? asEvents(charged, caller, call, facts) : asJson(caller.writeAnswer(charged, facts))
  const isEmpty = isEmptyAnswer(answer)
  const said = saidIn(answer)
  return { ...written, usage: answer.usage, outputTokens, said, isEmpty, vendorReason: vendorReasonOf(answer) }
}

const asJson = (written: object): WrittenAnswer => ({
  body: Buffer.from(JSON.stringify(written)),
  contentType: JSON_TYPE,
})

/** Writes a whole answer as a stream, for a caller that requested one. */
function asEvents(
  answer: ChatAnswer,
  caller: CallerDialect,
  { endpoint }: ConvertedCall,
  facts: AnswerFacts,
): WrittenAnswer {
  const writer = caller.streamWriter(facts)
  const written = answerToEvents(answer).map((event) => writer.write(event))
  const events = Buffer.from([...written, writer.end(answer.usage), writer.tail()].join(''))
  return endpoint.asArray
    ? { body: toArray(events), contentType: JSON_TYPE }
    : { body: events, contentType: EVENTS_TYPE }
}

/** Returns what the written answer repeats of the call. */
function answerFacts({ call, conversation }: CallWithBody, { keep, seal }: Partial<AnswerMemory> = {}): AnswerFacts {
  const { id, model, startedAt, usageWanted, endpoint } = call
  const { echo, tools = [], compaction: asked } = conversation ?? {}
  return {
    id,
    model,
    created: Math.floor(startedAt / 1000),
    usageWanted,
    // Few formats tell it, and counting takes time.
    get inputTokens() {
      return call.inputTokens
    },
    echo,
    natives: new Map(tools.flatMap(({ name, native }) => (native ? [[name, native]] : []))),
    compaction: asked && seal && { ...asked, seal, isWhole: endpoint.compacts === true },
    keep: asked ? undefined : keep,
  }
}

/**
 * Reads a stream in the upstream's format and writes it in the caller's. Memory grows at most with the stream's
 * text, including citations.
 */
export class ConvertedAnswerStream extends EventAnswerStream {
  constructor(
    reader: StreamReader,
    private readonly writer: StreamWriter,
    /** An estimate, for upstreams that report no usage. */
    private readonly input: EstimatedInput,
    answers?: number,
    /** Throws Refused for events that the caller's format cannot express. */
    private readonly check: (event: ChatEvent) => void = () => {},
    ratios?: TokenRatios,
    /** Gives calls the caller's names. */
    private readonly renamed: (event: ChatEvent) => ChatEvent = (event) => event,
  ) {
    super(reader, answers, ratios)
  }

  protected override accepted(event: ChatEvent): ChatEvent {
    this.check(event)
    return event.kind === 'tool_call' ? this.renamed(event) : event
  }

  protected override toCaller(_event: Buffer | undefined, said: readonly ChatEvent[]): string {
    // Readers and writers keep text to which citations, or the last events, refer.
    for (const event of said) this.keptBytes += approximateSize(event)
    return said.map((event) => this.writer.write(event)).join('')
  }

  errorEnding(error: OpenAIError, requestId: string): string | undefined {
    return this.writer.fail?.(error, requestId)
  }

  protected override closingBytes(): string {
    const { usage } = usageOrEstimate(this.usage, this.input, this.outputTokens)
    const ending = this.writer.end(usage)
    const tail = this.writer.tail()
    if (tail) this.tail.push(Buffer.from(tail))
    return ending
  }
}

/** Returns the approximate bytes of an event's text or medium: most characters take one. */
function approximateSize(event: ChatEvent): number {
  if ('text' in event) return event.text.length
  return event.kind === 'image' || event.kind === 'audio' ? event.source.data.length : 0
}
