import { CHANNEL_STATUS } from '#contract/statuses.ts'

export interface TestedChannel {
  /** The current status. */
  status: number
  autoBan: boolean
  /** Milliseconds. */
  ms: number
  /** Whether a request was sent: a test that could not be made does not concern the channel. */
  sent: boolean
  failed: boolean
  /** Reason why its credential no longer works, if so. */
  dead: string | undefined
}

export interface TestRules {
  mayDisable: boolean
  mayEnable: boolean
  /** Seconds; 0 = no limit. */
  threshold: number
}

/**
 * Returns the status change that follows from a test of all channels, by the rules of this API family's wire
 * contract (§6.8). Pure.
 */
export function statusAfterTest(
  { status, autoBan, ms, sent, failed, dead }: TestedChannel,
  { mayDisable, mayEnable, threshold }: TestRules,
): { disable: string } | 'enable' | undefined {
  if (!sent) return undefined
  const slow = threshold > 0 && ms > threshold * 1000
  const reason = dead ?? (slow ? `响应时间 ${(ms / 1000).toFixed(2)}s 超过阈值 ${threshold.toFixed(2)}s` : undefined)
  if (status === CHANNEL_STATUS.enabled && mayDisable && autoBan && reason) return { disable: reason }
  const recovered = !failed && !slow
  return status === CHANNEL_STATUS.autoDisabled && mayEnable && recovered ? 'enable' : undefined
}
