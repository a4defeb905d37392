import type { ProbeStep } from '#contract/api/channel-checks.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Channel } from '../../registry/channels.ts'
import { withoutKeys, withoutSecretParameters } from '../../upstream/redact.ts'
import { listsModels, modelNames } from './fetch-models.ts'
import { noteAnswer } from './form-proof.ts'
import { probeVerdict } from './probe-verdict.ts'
import { readingOf, readUpstream, type UpstreamReply } from './read-upstream.ts'
import { failureOf, testTimeout, whyNotTestable } from './test-channel.ts'
import type { Tested } from './test-history.ts'
import { channelOperation, type TestOperation, upstreamModel } from './test-request.ts'
import { type Tried, tryChannel } from './try-channel.ts'

export interface Probe {
  channel: Channel
  /** "" = the first of the channel's models, else of those that the upstream lists. */
  model: string
  /** `answer`: without reading the list of models, which proves address and key. */
  from: 'reach' | 'answer'
  /** `models`: only as far as the list of models. `answer`: without a stream. */
  until: 'models' | 'answer' | 'stream'
  signal: AbortSignal
  /** Gets what counts as a test: the call of the model, or what says for sure that it would fail. */
  onTested?: ((test: Tested) => Promise<void>) | undefined
}

const MAX_MESSAGE = 500

/**
 * Tries a channel step by step and tells each step as it ends. A failed step is the last. Nothing is stored here, but what
 * has answered counts as tested when it is saved.
 */
export async function* probe(wanted: Probe): AsyncGenerator<ProbeStep> {
  const { channel, model, from, until, signal, onTested } = wanted
  let listed: string[] = []
  let isKeyProven = from === 'answer'
  if (from === 'answer') {
    // Nothing to begin with.
  } else if (listsModels(channel)) {
    for await (const step of readList(channel)) {
      const failure = signal.aborted ? undefined : sureFailure(step)
      if (failure) await onTested?.({ model: model || channel.models[0] || '', ms: step.ms, at: now(), failure })
      yield step
      if (step.state === 'failed') return
      listed = step.models ?? listed
      isKeyProven ||= step.step === 'key' && step.state === 'passed'
    }
  } else {
    // Without a list, the upstream is reached and its key proven by the call of a model.
    for (const step of ['reach', 'key', 'models'] as const) yield { ...NOTHING, step, verdict: 'not_offered' }
  }
  const asked = model || channel.models[0] || listed.find((name) => channelOperation(channel, name) !== undefined) || ''
  if (until === 'models' || signal.aborted) return
  for await (const step of callModel(wanted, asked)) yield isKeyProven ? ofProvenKey(step) : step
}

/** What a failed step means for every call: nobody is there, or the key is no good. Forbidden may be the list alone. */
function sureFailure({ state, verdict, status, message }: ProbeStep): Failure | undefined {
  if (state !== 'failed') return undefined
  if (verdict === 'unreachable') return new Failure('channel_upstream_unreachable', { detail: message })
  return status === 401 ? new Failure('channel_upstream_refused', { status, detail: message }) : undefined
}

const now = () => Math.floor(Date.now() / 1000)

const NOTHING = { state: 'skipped', ms: 0, sent: '', status: 0, message: '' } as const

/** Reading the list of models costs nothing, and proves address and key. */
async function* readList(channel: Channel): AsyncGenerator<ProbeStep> {
  const place = readingOf(channel, '/v1/models')
  const startedAt = performance.now()
  let reply: UpstreamReply
  const seen = () => ({
    ms: Math.round(performance.now() - startedAt),
    sent: `GET ${withoutKeys(withoutSecretParameters(place.url), channel.key)}`,
  })
  try {
    reply = await readUpstream(place)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const verdict = error.code === 'channel_upstream_timeout' ? 'timeout' : 'unreachable'
    const message = withoutKeys(String(error.parameters.detail ?? ''), channel.key)
    yield { ...NOTHING, ...seen(), step: 'reach', state: 'failed', verdict, message }
    return
  }
  const { status, body } = reply
  const names = status >= 200 && status < 300 ? modelNames(body) : undefined
  yield { ...NOTHING, ...seen(), step: 'reach', state: 'passed', verdict: 'ok', status }
  if (status === 401 || status === 403) {
    const message = messageOf(body, channel.key)
    yield { ...NOTHING, ...seen(), step: 'key', state: 'failed', verdict: 'wrong_key', status, message }
    return
  }
  // Without a list, the call of a model will tell whether the key is any good.
  const key: Pick<ProbeStep, 'state' | 'verdict'> = names
    ? { state: 'passed', verdict: 'ok' }
    : { state: 'skipped', verdict: 'not_offered' }
  yield { ...NOTHING, ...seen(), step: 'key', ...key, status }
  yield { ...NOTHING, ...seen(), step: 'models', ...key, status, ...(names ? { models: names } : {}) }
}

function messageOf(body: unknown, key: string): string {
  const { error, message } = (body ?? {}) as { error?: { message?: unknown } | string; message?: unknown }
  const text = typeof error === 'object' ? error?.message : (error ?? message)
  return typeof text === 'string' ? withoutKeys(text, key).slice(0, MAX_MESSAGE) : ''
}

/** A small answer of the model, and where it writes text, a small stream. */
async function* callModel({ channel, until, signal, onTested }: Probe, model: string): AsyncGenerator<ProbeStep> {
  const operation = channelOperation(channel, model)
  if (model === '' || operation === undefined || whyNotTestable(channel, model)) {
    yield { ...NOTHING, step: 'answer', verdict: 'not_testable', model }
    return
  }
  const trial = { operation, model: upstreamModel(channel, model), timeoutMs: testTimeout(channel), signal }
  const answered = await tryChannel(channel, { ...trial, stream: false })
  const answer = stepOf('answer', answered, channel, model)
  if (answer.state === 'passed') noteAnswer(channel, model, answer.ms)
  // A call that was cut off found nothing out.
  if (!signal.aborted) {
    await onTested?.(testedOf(answered, channel, model))
    yield answer
  }
  if (answer.state === 'failed' || until === 'answer' || signal.aborted || !STREAMED.has(operation)) return
  yield stepOf('stream', await tryChannel(channel, { ...trial, stream: true }), channel, model)
}

function testedOf({ answer, ms }: Tried, channel: Channel, model: string): Tested {
  const failure = 'failure' in answer ? failureOf(answer.failure, channel.key, testTimeout(channel)) : undefined
  return { model, ms, at: now(), failure }
}

/** A key that could read the list is right: what is forbidden to it then is the model. */
const ofProvenKey = (step: ProbeStep): ProbeStep =>
  step.verdict === 'wrong_key' && step.status === 403 ? { ...step, verdict: 'no_model' } : step

const STREAMED = new Set<TestOperation>(['chat', 'completions'])

function stepOf(step: 'answer' | 'stream', tried: Tried, { key }: Channel, model: string): ProbeStep {
  const { answer, ms, sent, status } = tried
  const body = withoutKeys(tried.body, key).slice(0, MAX_MESSAGE)
  const seen = { step, ms, sent: withoutKeys(sent, key), body, status, model, message: '' }
  if ('failure' in answer) {
    const { failure } = answer
    const message = withoutKeys(failure.error.message, key).slice(0, MAX_MESSAGE)
    return { ...seen, state: 'failed', verdict: probeVerdict(failure), message }
  }
  // A whole answer where a stream was asked for reaches callers, but all at once.
  const isWhole = step === 'stream' && !answer.streamed
  return isWhole ? { ...seen, state: 'failed', verdict: 'malformed' } : { ...seen, state: 'passed', verdict: 'ok' }
}
