import type { Channel } from '../../registry/channels.ts'
import { withoutKeys } from '../../upstream/redact.ts'
import { isElsewhere, judge, type UpstreamFailure, type Verdict } from '../../upstream/upstream-failure.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'

/** A failure at every channel that was tried; carries the verdict on the last one. */
export class RelayFailure extends Error {
  constructor(
    readonly verdict: Verdict,
    readonly failure: UpstreamFailure,
    /** The caller waits for a stream. */
    readonly stream: boolean,
  ) {
    super(failure.error.message)
    this.name = 'RelayFailure'
  }
}

/** What is noted is stored, and some upstreams quote the key that they refuse. */
export function noteError(call: Call, { key }: Channel, { error }: UpstreamFailure): void {
  const record = call.attempts.at(-1)
  if (record) record.error = withoutKeys(error.message, key).slice(0, 300)
}

/** Takes note of a failed attempt: for the retry path, the channel's health, and its credential. */
export function failed(call: Call, channel: Channel, failure: UpstreamFailure, deps: RelayDeps): RelayFailure {
  noteError(call, channel, failure)
  const verdict = judge(failure, channel, call.body)
  if (!call.signal.aborted) {
    const isOurs = failure.kind === 'unfit' || isElsewhere(failure) || verdict.tooLong
    if (verdict.retry && !isOurs) deps.health.failed(channel.id)
    const { AutomaticDisableChannelEnabled } = deps.services.options.values
    if (verdict.disable && channel.autoBan && AutomaticDisableChannelEnabled) {
      deps.disableChannel(channel.id, verdict.disable)
    }
  }
  return new RelayFailure(verdict, failure, call.stream)
}
