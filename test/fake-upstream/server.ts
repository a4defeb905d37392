import { accountAnswer } from './account.ts'
import type { GenerationRequest } from './answer.ts'
import { messages, messagesError, refusalOf } from './anthropic.ts'
import { type Behaviour, behaviourOfModel } from './behaviour.ts'
import { chat, chatRefusal } from './chat.ts'
import { parameterRefusal } from './chat-parameters.ts'
import { completions } from './completions.ts'
import { countEmbeddingTokens, type EmbeddingRequest, embeddingAnswer } from './embeddings.ts'
import { missingParameter, refusal } from './errors.ts'
import {
  type GeminiRequest,
  gemini,
  geminiEmbeddings,
  geminiError,
  geminiModels,
  geminiRefusal,
  isEmbeddingsPath,
  isGeminiPath,
  plannedRequest,
} from './gemini.ts'
import { type Call, generate } from './generate.ts'
import { createInvoice, type Invoice } from './invoice.ts'
import { changedImages, images, speech, transcript } from './media.ts'
import { type ModerationRequest, moderationAnswer } from './moderations.ts'
import { PRICE_LIST, priceList } from './price-list.ts'
import { createRecorder, type RecordedRequest } from './recorder.ts'
import { responses } from './responses.ts'
import { plannedResponses, type ResponsesRequest, responsesRefusal } from './responses-request.ts'
import { silence } from './silence.ts'
import { countTokens } from './words.ts'

export interface FakeUpstreamOptions {
  port?: number
  /** Keys that are let in. Default: every key but those that begin with `sk-bad`. */
  keys?: string[]
  /** How many requests `requests` remembers. Default 200. */
  record?: number
  behaviour?: Behaviour
  /** Whether `invoice` knows what was served. Default true. */
  invoice?: boolean
}

export interface FakeUpstream {
  /** Base URL without a trailing slash: `http://127.0.0.1:PORT`. */
  url: string
  invoice: Invoice
  /** The last requests as they arrived, refused ones too. */
  requests: RecordedRequest[]
  /** Sets the behaviour of all calls, or of those with one api key, replacing what was set before. */
  set(behaviour: Behaviour, apiKey?: string): void
  stop(): Promise<void>
}

/** Starts an OpenAI-format upstream on a loopback port (random by default). */
export function startFakeUpstream(options: FakeUpstreamOptions = {}): FakeUpstream {
  const invoice = createInvoice(options.invoice)
  const recorder = createRecorder(options.record ?? 200)
  const perKey = new Map<string, Behaviour>()
  let forAll = options.behaviour ?? {}

  let serial = 0

  async function serve(request: Request): Promise<Response> {
    const response = await answer(request)
    response.headers.set('x-request-id', `req_fake${++serial}`)
    return response
  }

  async function answer(request: Request): Promise<Response> {
    const path = pathOf(request.url)
    const bytes = request.method === 'GET' ? new Uint8Array() : await request.bytes()
    recorder.add(request, path, bytes)
    const apiKey = keyOf(request)
    if (path === PRICE_LIST) return Response.json(priceList())
    const general = { ...forAll, ...perKey.get(apiKey) }
    const denied = checkKey(apiKey, options.keys)
    if (denied && isGoogle(path)) return geminiError(401, isGeminiPath(path))
    if (denied) return path === MESSAGES ? messagesError(401) : denied
    if (request.method === 'GET') {
      if (general.read_ms) await Bun.sleep(general.read_ms)
      if (isGoogle(path)) return geminiModels(general)
      return general.error
        ? refusal(general.error, general.retry_after)
        : (accountAnswer(path, general) ?? refusal('unknown_url'))
    }
    const type = request.headers.get('content-type') ?? ''
    if (/^\/v1\/audio\/trans/.test(path)) return transcript(bytes, type)
    if (/^\/v1\/images\/(?:edits|variations)$/.test(path)) return changedImages(bytes, type)
    const parsed = parse(bytes)
    if (!parsed) return refusal('bad_json')
    const body = planned(path, parsed)
    const behaviour = { ...general, ...behaviourOfModel(String(body.model ?? '')), ...body.fake }
    if (behaviour.error) {
      if (behaviour.first_byte_ms) await silence(behaviour.first_byte_ms, request.signal)
      if (path === MESSAGES) return messagesError(behaviour.error)
      if (isGoogle(path)) return geminiError(behaviour.error)
      return refusal(behaviour.error, behaviour.retry_after)
    }
    return dispatch({ request, path, apiKey, body, behaviour, invoice })
  }

  const server = Bun.serve({ port: options.port ?? 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: serve })
  return {
    url: `http://127.0.0.1:${server.port}`,
    invoice,
    requests: recorder.requests,
    set(behaviour, apiKey) {
      if (apiKey === undefined) forAll = behaviour
      else perKey.set(apiKey, behaviour)
    },
    stop: () => server.stop(true),
  }
}

const MESSAGES = '/v1/messages'
const RESPONSES = /^\/v1\/responses$|^\/openai(?:\/v1)?\/responses$/

function planned(path: string, body: GenerationRequest): GenerationRequest {
  if (isGeminiPath(path)) return plannedRequest(path, body as GeminiRequest)
  return RESPONSES.test(path) ? plannedResponses(body as ResponsesRequest) : body
}

const isGoogle = (path: string) => isGeminiPath(path) || path === '/v1beta/models'

function keyOf({ headers }: Request): string {
  return (
    headers.get('x-api-key') ??
    headers.get('x-goog-api-key') ??
    headers.get('authorization')?.replace(/^Bearer\s+/i, '') ??
    ''
  )
}

function dispatch(call: Call): Response | Promise<Response> {
  const { path, body } = call
  if (call.behaviour.stream_only && !body.stream && path.endsWith('/completions')) return refusal('stream_required')
  if (path === '/v1/chat/completions') return askedForChat(call)
  if (path === MESSAGES) return refusalOf(call.request, body) ?? generate(messages, call)
  if ('responses' in body) {
    const asked = body.responses as ResponsesRequest
    return responsesRefusal(asked) ?? generate(responses(asked), call)
  }
  if (isEmbeddingsPath(path)) return geminiEmbeddings(path, body as object)
  if ('gemini' in body) {
    return geminiRefusal(String(body.model), body.gemini as GeminiRequest) ?? generate(gemini, call)
  }
  if (path === '/v1/completions') {
    return body.prompt === undefined ? missingParameter('prompt') : generate(completions, call)
  }
  if (path === '/v1/embeddings') {
    const request = body as EmbeddingRequest
    if (request.input === undefined) return missingParameter('input')
    const promptTokens = call.behaviour.prompt_tokens ?? countEmbeddingTokens(request)
    return whole(call, promptTokens, embeddingAnswer(request, promptTokens, call.behaviour))
  }
  if (path === '/v1/images/generations') return images(body as object, call.behaviour)
  if (path === '/v1/audio/speech') return speech(body as object, call.behaviour)
  if (path === '/v1/moderations') {
    const request = body as ModerationRequest
    if (request.input === undefined) return missingParameter('input')
    return whole(call, countTokens([request.input].flat().join(' ')), moderationAnswer(request, 'modr-fake0001'))
  }
  return refusal('unknown_url')
}

function askedForChat(call: Call): Response | Promise<Response> {
  const { model, messages } = call.body
  if (!messages) return missingParameter('messages')
  return chatRefusal(String(model), messages as object[]) ?? parameterRefusal(call.body) ?? generate(chat, call)
}

/** An answer that has no output tokens: on the invoice at once. */
async function whole(call: Call, promptTokens: number, answer: object): Promise<Response> {
  const { path, apiKey, body, invoice } = call
  const id = `req_${invoice.lines.length}`
  const line = invoice.open({ id, path, model: body.model ?? '', apiKey, promptTokens, cachedTokens: 0 })
  if (call.behaviour.first_byte_ms) await silence(call.behaviour.first_byte_ms, call.request.signal)
  line.outcome = call.request.signal.aborted ? 'aborted' : 'completed'
  return Response.json(answer)
}

function checkKey(apiKey: string, keys: string[] | undefined): Response | undefined {
  if (apiKey === '') return refusal('no_api_key')
  const accepted = keys ? keys.includes(apiKey) : !apiKey.startsWith('sk-bad')
  return accepted ? undefined : refusal(401)
}

function parse(bytes: Uint8Array): GenerationRequest | undefined {
  try {
    const body = JSON.parse(new TextDecoder().decode(bytes))
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', start)
  return query < 0 ? url.slice(start) : url.slice(start, query)
}
