import { CHANNEL_STATUS, KEY_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../calls/calls.ts'
import { probeDelay } from '../../calls/key-pools/queries.ts'
import type { Money } from '../../money/money.ts'
import { SYSTEM } from '../../platform/audits/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { forEachLimited } from '../checks/for-each-limited.ts'
import { testKey, whyNotTestable } from '../checks/test-channel.ts'
import { readDueKeys } from './queries.ts'
import { reviveKey } from './revive.ts'

/** Keys of one run, and how many of them are tested at the same time. */
const KEYS = 60
const CONCURRENCY = 5

/**
 * Tests the stopped keys whose time has come. One that answers is used again; one that does not waits twice as long for
 * its next test.
 */
export async function probeKeys(services: Platform & Money & Calls, signal: AbortSignal): Promise<void> {
  const due = await readDueKeys(services.store.db, nowInSeconds(), KEYS)
  await forEachLimited(
    due,
    CONCURRENCY,
    (key) => probeKey(services, key),
    () => !signal.aborted,
  )
}

async function probeKey(
  services: Platform & Money & Calls,
  key: { id: number; channel_id: number; probes: number },
): Promise<void> {
  try {
    const works = await answers(services, key)
    if (works) await reviveKey(services, SYSTEM, key.channel_id, key.id)
    else await postpone(services, key)
  } catch (error) {
    services.log.warn({ channel: key.channel_id, key: key.id, error: String(error) }, 'a key could not be tested')
    await postpone(services, key)
  }
}

/** Whether a key works again. One that no request can test is tried by the next call. */
async function answers(
  services: Platform & Money & Calls,
  { id, channel_id }: { id: number; channel_id: number },
): Promise<boolean> {
  const channel = services.channels.byId(channel_id)
  if (!channel || channel.status === CHANNEL_STATUS.disabled) return false
  if (!services.keyPools.of(channel_id)?.get(id)) await services.keyPools.reload(channel_id, [id])
  const result = await testKey(services, channel_id, id)
  return result.sent ? result.failure === undefined : whyNotTestable(channel, channel.models[0] ?? '') !== undefined
}

async function postpone({ store }: Platform, { id, probes }: { id: number; probes: number }): Promise<void> {
  await store.db
    .updateTable('channel_keys')
    .set({ probes: probes + 1, probe_at: nowInSeconds() + probeDelay(probes) })
    .where('id', '=', id)
    .where('status', '=', KEY_STATUS.stopped)
    .execute()
}
