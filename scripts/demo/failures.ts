import { errorText, type Language } from '#contract/errors.ts'
import type { Calls } from '#server/calls/calls.ts'
import type { FailedCall } from '#server/calls/failed-calls/failed-calls.ts'
import type { Money } from '#server/money/money.ts'
import { newRequestId } from '#server/platform/http/request-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countFailed } from './health.ts'
import type { Caller, Channels } from './traffic.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** A little all day, and one bad hour. Fewer for each user than have rows of their own. */
const ALL_DAY = 18
const BAD_HOUR = { hoursAgo: 6, calls: 14 }

type Reason = Pick<FailedCall, 'model' | 'content'> & { channel: string; other: FailedCall['other'] }

const noChannel = (language: Language) => errorText('no_channel', language, { group: 'default', model: 'gpt-4o-mnii' })

const reasonsIn = (language: Language): Reason[] => [
  {
    model: 'gpt-4o-mini',
    channel: 'openai-main',
    content: 'Rate limit reached for gpt-4o-mini',
    other: { end_reason: 'failed', code: 'rate_limit_exceeded', status: 429 },
  },
  {
    model: 'claude-sonnet-4-6',
    channel: 'claude',
    content: 'Overloaded',
    other: { end_reason: 'failed', code: 'overloaded_error', status: 529 },
  },
  {
    // No channel has it.
    model: 'gpt-4o-mnii',
    channel: '',
    content: noChannel(language),
    other: {
      end_reason: 'failed',
      code: 'no_channel',
      status: 503,
      message: { zh: noChannel('zh'), en: noChannel('en') },
    },
  },
]

/** A day of calls that nobody served, noted as the relay notes them. */
export async function seedFailures(
  { failedCalls, traffic }: Platform & Money & Calls,
  callers: Caller[],
  channels: Channels,
  language: Language,
): Promise<void> {
  const reasons = reasonsIn(language)
  const now = Math.floor(Date.now() / 1000)
  const hour = now - (now % HOUR)
  const times = [
    ...Array.from({ length: ALL_DAY }, (_, index) => now - Math.round((DAY * (index + 0.5)) / ALL_DAY)),
    ...Array.from({ length: BAD_HOUR.calls }, (_, index) => hour - BAD_HOUR.hoursAgo * HOUR + index * 97),
  ]
  for (const [index, at] of times.entries()) {
    const caller = callers[index % callers.length]
    const reason = index < ALL_DAY ? reasons[index % reasons.length] : reasons[1]
    if (!caller || !reason) continue
    const failed = failedCall(caller, reason, channels[reason.channel] ?? 0, at)
    failedCalls.record(failed)
    countFailed(traffic, failed)
  }
  await failedCalls.flush()
}

function failedCall(
  { user, token }: Caller,
  { model, content, other }: Reason,
  channel: number,
  at: number,
): FailedCall {
  const id = newRequestId(at * 1000)
  const attempts = channel ? [{ channel, status: other.status ?? 0, ms: 180, error: content }] : []
  return {
    ...{ id, at, user: user.id, name: user.username, token: token.id, tokenName: token.name },
    ...{ channel, model, content, stream: false, seconds: 1 },
    other: {
      ...other,
      request_id: id,
      group: user.group,
      admin_info: { use_channel: attempts.map((attempt) => String(attempt.channel)), attempts },
    },
  }
}
