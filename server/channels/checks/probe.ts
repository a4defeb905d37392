import type { ProbeStep } from '#contract/api/channel-checks.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { redactKeys, redactUrlSecrets } from '../../calls/upstream/redact.ts'
import { upstreamModel } from '../../calls/upstream/upstream-model.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listsModels, modelNames } from './fetch-models.ts'
import { rememberFormTest } from './form-tests.ts'
import { probeVerdict } from './probe-verdict.ts'
import { readingRequest, readUpstream, type UpstreamReply } from './read-upstream.ts'
import { testTimeout, toTestFailure, whyNotTestable } from './test-channel.ts'
import type { TestRecord } from './test-history.ts'
import { channelOperation, type TestOperation } from './test-request.ts'
import { type TrialResult, tryChannel } from './try-channel.ts'

export interface Probe {
  channel: Channel
  /** "" = the channel's first model, else the first listed by the upstream. */
  model: string
  /** `answer`: skips reading the list of models, which proves address and key. */
  from: 'reach' | 'answer'
  /** `models`: stops after the list of models. `answer`: makes no stream. */
  until: 'models' | 'answer' | 'stream'
  signal: AbortSignal
  /**
   * Called with each result that counts as a test: the call of the model, or a failure that makes that call certain
   * to fail.
   */
  onTested?: ((test: TestRecord) => Promise<void>) | undefined
}

const MAX_MESSAGE = 500

/**
 * Tries a channel step by step and yields each step as it ends. A failed step is the last. Nothing is stored here,
 * but a model that answered counts as tested when the channel is saved.
 */
export async function* probe(wanted: Probe): AsyncGenerator<ProbeStep> {
  const { channel, model, from, until, signal, onTested } = wanted
  let listed: string[] = []
  let isKeyProven = from === 'answer'
  if (from === 'answer') {
    // This mode has no earlier steps.
  } else if (listsModels(channel)) {
    for await (const step of readModelList(channel)) {
      const failure = signal.aborted ? undefined : certainFailure(step)
      if (failure)
        await onTested?.({ model: model || channel.models[0] || '', ms: step.ms, at: nowInSeconds(), failure })
      yield step
      if (step.state === 'failed') return
      listed = step.models ?? listed
      isKeyProven ||= step.step === 'key' && step.state === 'passed'
    }
  } else {
    // Without a list, the call of a model proves the address and the key.
    for (const step of ['reach', 'key', 'models'] as const) yield { ...EMPTY_STEP, step, verdict: 'not_offered' }
  }
  const testModel =
    model || channel.models[0] || listed.find((name) => channelOperation(channel, name) !== undefined) || ''
  if (until === 'models' || signal.aborted) return
  for await (const step of callModel(wanted, testModel)) yield isKeyProven ? withProvenKey(step) : step
}

/**
 * Returns the failure that a failed step implies for every call: the upstream is unreachable, or the key is
 * invalid. A 403 may concern the list alone.
 */
function certainFailure({ state, verdict, status, message }: ProbeStep): ApiError | undefined {
  if (state !== 'failed') return undefined
  if (verdict === 'unreachable') return new ApiError('channel_upstream_unreachable', { detail: message })
  return status === 401 ? new ApiError('channel_upstream_refused', { status, detail: message }) : undefined
}

const EMPTY_STEP = { state: 'skipped', ms: 0, sent: '', status: 0, message: '' } as const

/** Reads the list of models, which is free and proves address and key. */
async function* readModelList(channel: Channel): AsyncGenerator<ProbeStep> {
  const place = readingRequest(channel, '/v1/models')
  const startedAt = performance.now()
  let reply: UpstreamReply
  const seen = () => ({
    ms: Math.round(performance.now() - startedAt),
    sent: `GET ${redactKeys(redactUrlSecrets(place.url), channel.key)}`,
  })
  try {
    reply = await readUpstream(place)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const verdict = error.code === 'channel_upstream_timeout' ? 'timeout' : 'unreachable'
    const message = redactKeys(String(error.parameters.detail ?? ''), channel.key)
    yield { ...EMPTY_STEP, ...seen(), step: 'reach', state: 'failed', verdict, message }
    return
  }
  const { status, body } = reply
  const names = status >= 200 && status < 300 ? modelNames(body) : undefined
  yield { ...EMPTY_STEP, ...seen(), step: 'reach', state: 'passed', verdict: 'ok', status }
  if (status === 401 || status === 403) {
    const message = messageOf(body, channel.key)
    yield { ...EMPTY_STEP, ...seen(), step: 'key', state: 'failed', verdict: 'wrong_key', status, message }
    return
  }
  // Without a list, the call of a model will show whether the key is valid.
  const key: Pick<ProbeStep, 'state' | 'verdict'> = names
    ? { state: 'passed', verdict: 'ok' }
    : { state: 'skipped', verdict: 'not_offered' }
  yield { ...EMPTY_STEP, ...seen(), step: 'key', ...key, status }
  yield { ...EMPTY_STEP, ...seen(), step: 'models', ...key, status, ...(names ? { models: names } : {}) }
}

function messageOf(body: unknown, key: string): string {
  const { error, message } = (body ?? {}) as { error?: { message?: unknown } | string; message?: unknown }
  const text = typeof error === 'object' ? error?.message : (error ?? message)
  return typeof text === 'string' ? redactKeys(text, key).slice(0, MAX_MESSAGE) : ''
}

/** Requests a small answer of the model, and a small stream if the model produces text. */
async function* callModel({ channel, until, signal, onTested }: Probe, model: string): AsyncGenerator<ProbeStep> {
  const operation = channelOperation(channel, model)
  if (model === '' || operation === undefined || whyNotTestable(channel, model)) {
    yield { ...EMPTY_STEP, step: 'answer', verdict: 'not_testable', model }
    return
  }
  const trial = { operation, model: upstreamModel(channel, model), timeoutMs: testTimeout(channel), signal }
  const answered = await tryChannel(channel, { ...trial, stream: false })
  const answer = stepOf('answer', answered, channel, model)
  if (answer.state === 'passed') rememberFormTest(channel, model, answer.ms)
  // A cancelled call has no result.
  if (!signal.aborted) {
    await onTested?.(toTestRecord(answered, channel, model))
    yield answer
  }
  if (answer.state === 'failed' || until === 'answer' || signal.aborted || !STREAMED.has(operation)) return
  yield stepOf('stream', await tryChannel(channel, { ...trial, stream: true }), channel, model)
}

function toTestRecord({ answer, ms }: TrialResult, channel: Channel, model: string): TestRecord {
  const failure = 'failure' in answer ? toTestFailure(answer.failure, channel.key, testTimeout(channel)) : undefined
  return { model, ms, at: nowInSeconds(), failure }
}

/** A key that could read the list is valid, so a 403 then concerns the model. */
const withProvenKey = (step: ProbeStep): ProbeStep =>
  step.verdict === 'wrong_key' && step.status === 403 ? { ...step, verdict: 'no_model' } : step

const STREAMED = new Set<TestOperation>(['chat', 'completions'])

function stepOf(step: 'answer' | 'stream', tried: TrialResult, { key, type }: Channel, model: string): ProbeStep {
  const { answer, ms, sent, status } = tried
  const body = redactKeys(tried.body, key).slice(0, MAX_MESSAGE)
  const seen = { step, ms, sent: redactKeys(sent, key), body, status, model, message: '' }
  if ('failure' in answer) {
    const { failure } = answer
    const message = redactKeys(failure.error.message, key).slice(0, MAX_MESSAGE)
    return { ...seen, state: 'failed', verdict: probeVerdict(failure, type), message }
  }
  // A whole answer to a stream request reaches callers, but all at once.
  const isWhole = step === 'stream' && !answer.streamed
  return isWhole ? { ...seen, state: 'failed', verdict: 'malformed' } : { ...seen, state: 'passed', verdict: 'ok' }
}
