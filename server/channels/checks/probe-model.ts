import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../../calls/calls.ts'
import type { ProbeResult } from '../../calls/circuits/circuits.ts'
import { failureKind } from '../../calls/upstream/failure-kind.ts'
import { redactKeys } from '../../calls/upstream/redact.ts'
import { judge } from '../../calls/upstream/upstream-failure.ts'
import { upstreamModel } from '../../calls/upstream/upstream-model.ts'
import { testTimeout, whyNotTestable } from './test-channel.ts'
import { channelOperation } from './test-request.ts'
import { tryChannel } from './try-channel.ts'

const MAX_MESSAGE = 300

/**
 * Sends one small request for a model through an enabled channel, to learn whether it works again; nothing is stored
 * or logged. undefined = the model cannot be tried there. Never rejects.
 */
export async function probeModel(services: Calls, id: number, model: string): Promise<ProbeResult | undefined> {
  const channel = services.channels.byId(id)
  if (channel?.status !== CHANNEL_STATUS.enabled || !channel.models.includes(model)) return undefined
  if (whyNotTestable(channel, model)) return undefined
  const operation = channelOperation(channel, model) ?? 'chat'
  const timeoutMs = testTimeout(channel)
  const { answer } = await tryChannel(channel, {
    operation,
    model: upstreamModel(channel, model),
    stream: false,
    timeoutMs,
  })
  if (!('failure' in answer)) return { served: true }
  const { failure } = answer
  const kind = failureKind(failure, judge(failure, channel)) ?? 'server'
  const message = redactKeys(failure.error.message, channel.key).slice(0, MAX_MESSAGE)
  return { served: false, failure: { kind, status: failure.status, message, requestId: '' } }
}
