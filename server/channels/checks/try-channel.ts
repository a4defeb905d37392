import { AccessRefused, accessToken, forgetAccessToken, isTokenRefused } from '../../calls/upstream/access-tokens.ts'
import { findReader } from '../../calls/upstream/answers/find-reader.ts'
import { Conversion } from '../../calls/upstream/conversion.ts'
import { redactUrlSecrets } from '../../calls/upstream/redact.ts'
import type { UpstreamFailure } from '../../calls/upstream/upstream-failure.ts'
import { lacksResponses, upstreamFormat } from '../../calls/upstream/upstream-format.ts'
import { scanFields } from '../../formats/body/scan-fields.ts'
import { endpointIn, relayEndpoint } from '../../formats/endpoints/endpoints.ts'
import { providerOf } from '../../formats/providers/all.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { type Provider, tokenExchangeOf, UnusableKey } from '../../formats/providers/provider.ts'
import { sendTestRequest } from './send-test-request.ts'
import type { TestAnswer } from './test-answer.ts'
import { type TestOperation, testBody } from './test-request.ts'

/** The request to try on a channel. */
export interface Trial {
  operation: TestOperation
  /** The upstream's name of the model. */
  model: string
  stream: boolean
  timeoutMs: number
  /** Ends the trial early. */
  signal?: AbortSignal
}

export interface TrialResult {
  answer: TestAnswer
  /** Milliseconds until the answer was complete. */
  ms: number
  /** Method and address. */
  sent: string
  /** The body as it was sent; "" = none. */
  body: string
  /** HTTP status of the upstream; 0 = no response. */
  status: number
}

/** Matches the messages of gateways, and of Dify's agents. */
const STREAM_REQUIRED = /\bstream|blocking mode/i

/**
 * Sends one small request through a channel, the way relayed calls go, and reads the answer. An upstream that only
 * streams gets a second request for a stream. Never throws.
 */
export async function tryChannel(channel: Channel, trial: Trial): Promise<TrialResult> {
  let first = await send(channel, trial)
  if ('failure' in first.answer && isTokenRefused(first.answer.failure) && forgetAccessToken(channel, first.access)) {
    first = await send(channel, trial)
  }
  if ('failure' in first.answer && first.sent.endsWith('/responses')) {
    if (lacksResponses(channel, {}, first.answer.failure, Date.now())) first = await send(channel, trial)
  }
  if (trial.stream || !('failure' in first.answer) || !hasOutput(trial)) return first
  const { status, error } = first.answer.failure
  if (status < 400 || status >= 500 || !STREAM_REQUIRED.test(error.message)) return first
  const second = await send(channel, { ...trial, stream: true })
  return { ...second, ms: first.ms + second.ms }
}

const hasOutput = ({ operation }: Trial) => operation === 'chat' || operation === 'completions'

/** `access`: the short-lived token that was used; "" = none. */
async function send(channel: Channel, trial: Trial): Promise<TrialResult & { access: string }> {
  const provider = providerOf(channel)
  if (!provider) throw new TypeError(`channel type ${channel.type} cannot be tried`)
  const startedAt = performance.now()
  // Zero would mean that no test took place.
  const elapsed = () => Math.max(1, Math.round(performance.now() - startedAt))
  try {
    const { request, following, reader, access } = await buildTestRequest(channel, provider, trial)
    const reading = { type: channel.type, reader, reframe: provider.reframe, stream: trial.stream, following }
    const { status, answer } = await sendTestRequest(
      { ...request, way: channel.way },
      trial.timeoutMs,
      trial.signal,
      reading,
    )
    return {
      answer,
      ms: elapsed(),
      sent: `${request.method ?? 'POST'} ${redactUrlSecrets(request.url)}`,
      body: request.body === undefined ? '' : Buffer.from(request.body).toString(),
      status,
      access,
    }
  } catch (error) {
    return { answer: { failure: notSentFailure(error) }, ms: elapsed(), sent: '', body: '', status: 0, access: '' }
  }
}

async function buildTestRequest(channel: Channel, provider: Provider, { operation, model, stream }: Trial) {
  const endpoint = relayEndpoint(PATHS[operation])
  if (!endpoint) throw new TypeError(`${operation} is not relayed`)
  const plain = Buffer.from(JSON.stringify(testBody(operation, model, stream)))
  const call = {
    id: 'test',
    endpoint,
    model,
    stream,
    startedAt: Date.now(),
    usageWanted: true,
    inputTokens: 1,
    answerCount: 1,
  }
  const given = { call, body: { bytes: plain, fields: scanFields(plain) }, conversation: undefined }
  const format = upstreamFormat({ channel, provider, endpoint, model, now: Date.now() })
  const conversion = format === 'openai' ? undefined : new Conversion(given, format)
  const access = tokenExchangeOf(provider, channel)
  const outgoing = {
    endpoint: conversion ? endpointIn(format, endpoint) : endpoint,
    model,
    body: conversion?.request(model) ?? plain,
    stream,
    contentType: 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    forwarded: undefined,
    access: access ? await accessToken(channel, access) : '',
    now: Date.now(),
  }
  const reader = conversion && findReader(given, format, conversion)
  const following = provider.follow?.(channel, outgoing)
  return { request: provider.request(channel, outgoing), following, reader, access: outgoing.access }
}

/**
 * Describes why no request was sent: the credential yields no token, or the upstream's format cannot express the
 * request.
 */
function notSentFailure(error: unknown): UpstreamFailure {
  const message = error instanceof Error ? error.message : String(error)
  const status = error instanceof AccessRefused ? error.status : error instanceof UnusableKey ? 401 : 400
  const vendorError = { message, type: 'upstream_error', param: null, code: null }
  return { kind: status === 0 ? 'unreachable' : 'answered', status, error: vendorError }
}

const PATHS: Record<TestOperation, string> = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  moderations: '/v1/moderations',
  rerank: '/v1/rerank',
}
