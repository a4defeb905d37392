import { channelType } from '#contract/channel-types/all.ts'
import type { DisableRule } from '#contract/channel-types/disable-rules.ts'
import { taskPlatform } from '#contract/channel-types/tasks.ts'
import type { Usage } from '#contract/prices/price.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../calls/calls.ts'
import { redactKeys } from '../../calls/upstream/redact.ts'
import { disableRule, judge, type UpstreamFailure } from '../../calls/upstream/upstream-failure.ts'
import { upstreamModel } from '../../calls/upstream/upstream-model.ts'
import { providerOf } from '../../formats/providers/all.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import type { Money } from '../../money/money.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { findChannel } from '../queries.ts'
import { NO_USAGE_TEXT } from './test-answer.ts'
import { storeTest } from './test-history.ts'
import { logTest } from './test-log.ts'
import { channelOperation } from './test-request.ts'
import { tryChannel } from './try-channel.ts'

/** The result of a test. */
export interface TestResult {
  /** Milliseconds of the request; 0 when none was sent. */
  ms: number
  /** Whether a request was sent: if not, the result does not concern the channel. */
  sent: boolean
  /** Reason of a failed test. */
  failure: ApiError | undefined
  /** Reason why the channel's credential no longer works, if so. */
  dead: string | undefined
  /** The rule by which it does not. */
  rule?: DisableRule | undefined
  /** Milliseconds after which the upstream says that it will. */
  waitMs?: number | undefined
  /** The key that was sent, where the channel has several. */
  keyId: number | undefined
}

const TIMEOUT_MS = 30_000
const FALLBACK_MODEL = 'gpt-3.5-turbo'

/**
 * Tests a stored channel with one small request and stores the duration and the failure. A success is logged like a
 * call that costs nothing. `model` "" = the channel's test model, else its first. Of several keys the first that can be
 * used is tested. Throws channel_not_found.
 */
export async function testChannel(services: Platform & Money & Calls, id: number, model = ''): Promise<TestResult> {
  const { channel, testModel } = await findTested(services, id, model)
  return test(services, services.keyPools.withAnyKey(channel), testModel, true)
}

/** Does the same with a certain key of a channel, and stores nothing. Throws channel_key_not_found. */
export async function testKey(services: Platform & Money & Calls, id: number, keyId: number): Promise<TestResult> {
  const { channel, testModel } = await findTested(services, id, '')
  const key = services.keyPools.of(id)?.get(keyId)
  const keyed = key && services.keyPools.withKey(channel, key)
  if (!keyed) throw new ApiError('channel_key_not_found')
  return test(services, keyed, testModel, false)
}

/** Does the same with the key of a channel that has one. Throws channel_not_found. */
export async function testSingleKey(services: Platform & Money & Calls, id: number): Promise<TestResult> {
  const { channel, testModel } = await findTested(services, id, '')
  return test(services, channel, testModel, false)
}

async function findTested({ channels, store }: Platform & Calls, id: number, model: string) {
  const channel = channels.byId(id)
  const row = await findChannel(store.db, id)
  if (!channel || !row) throw new ApiError('channel_not_found')
  return { channel, testModel: model || row.test_model || channel.models[0] || FALLBACK_MODEL }
}

async function test(
  services: Platform & Money,
  channel: Channel,
  testModel: string,
  isStored: boolean,
): Promise<TestResult> {
  const { keyId } = channel
  const startedAt = Date.now()
  const unfit = whyNotTestable(channel, testModel)
  if (unfit) return { ms: 0, sent: false, failure: unfit, dead: undefined, keyId }
  const timeoutMs = testTimeout(channel)
  const operation = channelOperation(channel, testModel) ?? 'chat'
  const { answer, ms } = await tryChannel(channel, {
    operation,
    model: upstreamModel(channel, testModel),
    stream: false,
    timeoutMs,
  })
  const failure = 'failure' in answer ? toTestFailure(answer.failure, channel.key, timeoutMs) : undefined
  if (isStored) await storeTest(services.store, channel, { model: testModel, ms, at: nowInSeconds(), failure })
  if ('failure' in answer) {
    const verdict = judge(answer.failure, channel)
    const { waitMs } = answer.failure
    return { ms, sent: true, failure, dead: verdict.disable, rule: disableRule(verdict), waitMs, keyId }
  }
  await logSuccess(services, { channel, model: testModel, startedAt, ...answer })
  return { ms, sent: true, failure: undefined, dead: undefined, keyId }
}

/** Returns the time limit of a test, in milliseconds: shorter if the channel's first-byte timeout is. */
export function testTimeout({ settings }: Pick<Channel, 'settings'>): number {
  return settings.first_byte_timeout ? Math.min(settings.first_byte_timeout * 1000, TIMEOUT_MS) : TIMEOUT_MS
}

/** Returns why a channel cannot be tested with a model, if so. */
export function whyNotTestable(channel: Channel, model: string): ApiError | undefined {
  // No small request can test a platform of tasks.
  const kind = taskPlatform(channelType(channel.type)?.provider)
  if (kind) return new ApiError('channel_test_unsupported', { kind })
  if (!providerOf(channel)) return new ApiError('channel_type_unsupported', { type: channel.type })
  const fits = channelOperation(channel, model) !== undefined
  return fits ? undefined : new ApiError('channel_model_untestable', { model })
}

const MAX_DETAIL = 500

/** Turns a failed request into the error for administrators: the upstream's message without keys. */
export function toTestFailure({ kind, status, error }: UpstreamFailure, key: string, timeoutMs: number): ApiError {
  const detail = redactKeys(error.message, key).slice(0, MAX_DETAIL)
  if (kind === 'answered') return new ApiError('channel_upstream_refused', { status, detail })
  if (kind === 'timeout') return new ApiError('channel_upstream_timeout', { seconds: timeoutMs / 1000 })
  if (kind === 'unreachable') return new ApiError('channel_upstream_unreachable', { detail })
  return new ApiError(detail === NO_USAGE_TEXT ? 'channel_usage_missing' : 'channel_upstream_malformed')
}

/** A test that worked is a success even if its log row cannot be written. */
async function logSuccess(
  services: Platform & Money,
  test: { channel: Channel; model: string; startedAt: number; usage: Usage; streamed: boolean },
): Promise<void> {
  try {
    await logTest(services, test)
  } catch (error) {
    services.log.warn({ channel: test.channel.id, error: String(error) }, 'a channel test could not be logged')
  }
}
