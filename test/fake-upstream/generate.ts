import { type Answer, completionTokens, type GenerationRequest, planAnswer } from './answer.ts'
import type { Behaviour } from './behaviour.ts'
import { refusal } from './errors.ts'
import type { Invoice } from './invoice.ts'
import { silence } from './silence.ts'
import { streamEvents } from './stream.ts'

/** One server-sent event before pacing; `tokens` is what it adds to the invoice. */
export interface StreamEvent {
  /** The event's name, where the format names them. */
  name?: string
  data: string
  tokens: number
  /** What ends its lines; a line feed when absent. */
  lineEnd?: '\r\n'
}

export interface Envelope {
  id: string
  created: number
  model: string
  withUsage: boolean
  /** The caller asked for a usage chunk and the upstream is willing to send one. */
  includeUsage: boolean
  /** What the caller said of the tier of service, which the answer names. */
  asked: Pick<GenerationRequest, 'service_tier' | 'serviceTier' | 'speed' | 'inference_geo'>
}

/** How an answer looks on one endpoint. */
export interface Dialect {
  idPrefix: string
  /** What ends a stream; OpenAI's marker when absent. */
  end?: StreamEvent[]
  json(answer: Answer, envelope: Envelope): object
  events(answer: Answer, envelope: Envelope): Iterable<StreamEvent>
}

export interface Call {
  request: Request
  path: string
  apiKey: string
  body: GenerationRequest
  behaviour: Behaviour
  invoice: Invoice
}

let serial = 0

/** Serves one text generation, whole or streamed, and writes it on the invoice. */
export async function generate(dialect: Dialect, call: Call): Promise<Response> {
  const { body, behaviour, request } = call
  const answer = planAnswer(body, behaviour)
  const envelope = envelopeOf(dialect, body, behaviour)
  const line = call.invoice.open({
    id: envelope.id,
    path: call.path,
    model: envelope.model,
    apiKey: call.apiKey,
    promptTokens: answer.promptTokens,
    cachedTokens: answer.cachedTokens,
  })
  if (behaviour.first_byte_ms) await silence(behaviour.first_byte_ms, request.signal)
  if (request.signal.aborted) {
    line.outcome = 'aborted'
    return refusal(499)
  }
  line.reasoningTokens = line.completionTokens = answer.reasoningTokens
  if (body.stream) return streamEvents(eventsOf(dialect, answer, envelope), behaviour, line, request.signal)
  line.completionTokens = completionTokens(answer)
  line.outcome = 'completed'
  return jsonAnswer(JSON.stringify(dialect.json(answer, envelope)), behaviour, line)
}

const DONE: StreamEvent[] = [{ data: '[DONE]', tokens: 0 }]

function* eventsOf(dialect: Dialect, answer: Answer, envelope: Envelope): Generator<StreamEvent> {
  yield* dialect.events(answer, envelope)
  yield* dialect.end ?? DONE
}

function envelopeOf(dialect: Dialect, body: GenerationRequest, behaviour: Behaviour): Envelope {
  const withUsage = behaviour.usage !== false
  return {
    id: `${dialect.idPrefix}fake${(++serial).toString(36).padStart(8, '0')}`,
    created: Math.floor(Date.now() / 1000),
    model: body.model ?? '',
    withUsage,
    includeUsage: withUsage && body.stream_options?.include_usage === true,
    asked: body,
  }
}

const JSON_HEADERS = { 'content-type': 'application/json' }

function jsonAnswer(text: string, behaviour: Behaviour, line: { outcome: string }): Response {
  if (behaviour.malformed_after !== undefined) {
    return new Response(text.slice(0, text.length / 2), { headers: JSON_HEADERS })
  }
  if (behaviour.cut_after === undefined) return new Response(text, { headers: JSON_HEADERS })
  line.outcome = 'broken'
  const half = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2)))
      await Bun.sleep(10)
      controller.error()
    },
  })
  return new Response(half, { headers: JSON_HEADERS })
}
