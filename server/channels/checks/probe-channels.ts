import type { DisableNote } from '#contract/channel-types/disable-rules.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../calls/calls.ts'
import { FIRST_PROBE_SECONDS, probeDelay } from '../../calls/key-pools/queries.ts'
import type { Money } from '../../money/money.ts'
import { SYSTEM } from '../../platform/audits/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { reenable } from '../auto-disable.ts'
import { forEachLimited } from './for-each-limited.ts'
import { testSingleKey } from './test-channel.ts'

/** Channels of one run, and how many of them are tested at the same time. */
const CHANNELS = 60
const CONCURRENCY = 5

/**
 * Tests the channels with a single key that were disabled because of it, when their time has come. One that answers is
 * enabled; one that does not waits twice as long for its next test, as the keys of pools do.
 */
export async function probeChannels(services: Platform & Money & Calls, signal: AbortSignal): Promise<void> {
  const rows = await services.store.db
    .selectFrom('channels')
    .select(['id', 'other_info'])
    .where('status', '=', CHANNEL_STATUS.autoDisabled)
    .orderBy('id')
    .execute()
  const now = nowInSeconds()
  const due = rows.flatMap(({ id, other_info }) => {
    const note = readNote(other_info)
    const isDue = note && isOffByKey(note) && probeTime(note) <= now && !services.keyPools.of(id)
    return isDue ? [{ id, other_info, note }] : []
  })
  await forEachLimited(
    due.slice(0, CHANNELS),
    CONCURRENCY,
    (channel) => probe(services, channel),
    () => !signal.aborted,
  )
}

/** Whether a channel was disabled because its key or account was refused, so that it comes back once it is not. */
export const isOffByKey = ({ rule }: { rule?: string }) => rule !== undefined && RULES_OF_KEYS.has(rule)

/** With the names that they had in releases before. */
const RULES_OF_KEYS = new Set(['key', 'money', 'status', 'code', 'type', 'message', 'vendor'])

/** Returns why a channel was disabled; undefined = nothing that can be read. */
export function readNote(info: string): DisableNote | undefined {
  try {
    const note: unknown = JSON.parse(info)
    return typeof note === 'object' && note !== null ? (note as DisableNote) : undefined
  } catch {
    return undefined
  }
}

const probeTime = ({ probe_at, status_time }: DisableNote) => probe_at ?? status_time + FIRST_PROBE_SECONDS

async function probe(
  services: Platform & Money & Calls,
  { id, other_info, note }: { id: number; other_info: string; note: DisableNote },
): Promise<void> {
  const { sent, failure } = await testSingleKey(services, id).catch(() => ({ sent: true, failure: true }))
  // One that no request can test is tried by the next call.
  if (!sent || !failure) {
    await reenable(services, SYSTEM, id)
    return
  }
  const probes = (note.probes ?? 0) + 1
  const later = JSON.stringify({ ...note, probes, probe_at: nowInSeconds() + probeDelay(probes) })
  await services.store.db
    .updateTable('channels')
    .set({ other_info: later })
    .where('id', '=', id)
    .where('status', '=', CHANNEL_STATUS.autoDisabled)
    .where('other_info', '=', other_info)
    .execute()
}
