import { providerOf } from '../../providers/all.ts'
import { Conversion } from '../../relay/conversion.ts'
import { type Operation, relayEndpoint } from '../../relay/endpoints.ts'
import type { Channel } from '../registry.ts'
import { exchange } from './exchange.ts'
import type { TestAnswer } from './test-answer.ts'
import { testBody } from './test-request.ts'

/** What is asked of a channel. */
export interface Trial {
  operation: Operation
  /** The model as the upstream calls it. */
  model: string
  stream: boolean
  timeoutMs: number
  /** Ends the trial early. */
  signal?: AbortSignal
}

export interface Tried {
  answer: TestAnswer
  /** Milliseconds until the answer was complete. */
  ms: number
  /** Method and address. */
  sent: string
  /** HTTP status of the upstream; 0 when there was none. */
  status: number
}

const WANTS_STREAM = /\bstream/i

/**
 * Sends one small request through a channel, the way relayed calls go, and reads the answer. An upstream that only
 * streams gets a second request that does. Never throws.
 */
export async function tryChannel(channel: Channel, trial: Trial): Promise<Tried> {
  const first = await send(channel, trial)
  if (trial.stream || !('failure' in first.answer) || !hasOutput(trial)) return first
  const { status, error } = first.answer.failure
  if (status < 400 || status >= 500 || !WANTS_STREAM.test(error.message)) return first
  const second = await send(channel, { ...trial, stream: true })
  return { ...second, ms: first.ms + second.ms }
}

const hasOutput = ({ operation }: Trial) => operation === 'chat' || operation === 'completions'

async function send(channel: Channel, { operation, model, stream, timeoutMs, signal }: Trial): Promise<Tried> {
  const provider = providerOf(channel)
  const endpoint = relayEndpoint(PATHS[operation])
  if (!provider || !endpoint) throw new TypeError(`channel type ${channel.type} cannot be tried`)
  const plain = Buffer.from(JSON.stringify(testBody(operation, model, stream)))
  const trial = { id: 'test', endpoint, model, startedAt: Date.now(), usageWanted: true, body: plain }
  const conversion = provider.format && new Conversion({ ...trial, conversation: undefined }, provider.format)
  const accept = stream ? 'text/event-stream' : 'application/json'
  const body = conversion?.request(model) ?? plain
  const request = provider.request(channel, { endpoint, model, body, stream, contentType: 'application/json', accept })
  const startedAt = performance.now()
  const { status, answer } = await exchange(request, timeoutMs, signal, conversion)
  // Zero would mean that no test took place.
  const ms = Math.max(1, Math.round(performance.now() - startedAt))
  return { answer, ms, sent: `POST ${request.url}`, status }
}

const PATHS: Record<Operation, string> = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  moderations: '/v1/moderations',
}
