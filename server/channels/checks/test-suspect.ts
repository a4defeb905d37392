import type { Calls } from '../../calls/calls.ts'
import type { SuspectResult } from '../../calls/relay/deps/suspect-result.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import type { Money } from '../../money/money.ts'
import type { Platform } from '../../platform/platform.ts'
import { testKey, testSingleKey } from './test-channel.ts'

/** A key that has just passed a test is above suspicion for so long: the call was at fault, not the key. */
const PROVEN_MS = 60_000
const MAX_PROVEN = 10_000

/**
 * Creates the function that tests such keys. It returns undefined where a test of the key has just succeeded, or is under
 * way: callers can make a vendor refuse a call, and must not make this server send requests without end.
 */
export function createSuspectTests(
  services: Platform & Money & Calls,
): (channel: Channel) => Promise<SuspectResult> | undefined {
  const running = new Set<string>()
  const proven = new Map<string, number>()

  return (channel) => {
    const { id, keyId } = channel
    const subject = `${id} ${keyId ?? ''}`
    if (running.has(subject) || (proven.get(subject) ?? 0) > Date.now() - PROVEN_MS) return undefined
    running.add(subject)
    return test(channel).finally(() => running.delete(subject))

    async function test({ key }: Channel): Promise<SuspectResult> {
      try {
        const result = await (keyId === undefined ? testSingleKey(services, id) : testKey(services, id, keyId))
        // The key was changed meanwhile.
        if (keyId === undefined && services.channels.byId(id)?.key !== key) return { state: 'unknown' }
        if (!result.sent) return { state: 'untestable' }
        if (!result.failure) {
          if (proven.size >= MAX_PROVEN) proven.clear()
          proven.set(subject, Date.now())
          return { state: 'works' }
        }
        const { dead, rule, waitMs } = result
        if (dead !== undefined) return { state: 'refused', reason: dead, rule, waitMs }
        return { state: result.failure.code === 'channel_upstream_refused' ? 'untestable' : 'unknown' }
      } catch (error) {
        services.log.warn({ channel: id, key: keyId, error: String(error) }, 'a suspected key could not be tested')
        return { state: 'unknown' }
      }
    }
  }
}
