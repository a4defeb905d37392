import type { TestProgress } from '#contract/api/channel-checks.ts'
import type { Calls } from '../../calls/calls.ts'
import type { Money } from '../../money/money.ts'
import { SYSTEM } from '../../platform/audits/write.ts'
import { readExclusiveState, startExclusive, stopExclusive } from '../../platform/job-locks/exclusive.ts'
import { notifyRoot } from '../../platform/mail/super-administrators.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Store } from '../../platform/store/database.ts'
import { autoDisable, reenable } from '../auto-disable.ts'
import { reviveKey } from '../keys/revive.ts'
import { findChannel } from '../queries.ts'
import { forEachLimited } from './for-each-limited.ts'
import { statusAfterTest } from './status-after-test.ts'
import { testChannel } from './test-channel.ts'

const CONCURRENCY = 5
const JOB_NAME = 'channel-tests'

/**
 * Starts testing all channels, five at a time, including disabled ones, because they may have recovered. Resolves
 * to a promise of the end, or undefined when a run is in progress on some node. `byHand`: a mail reports the end.
 */
export async function startTests(
  services: Platform & Money & Calls,
  { byHand }: { byHand: boolean },
): Promise<{ ended: Promise<void> } | undefined> {
  return startExclusive(services, JOB_NAME, async (lost, isOurs) => {
    let stopped = false
    const goesOn = () => !stopped && !lost.aborted && !services.calls.draining
    const rows = await services.store.db.selectFrom('channels').select('id').orderBy('id').execute()
    const work = async ({ id }: { id: number }) => {
      stopped ||= !(await isOurs())
      if (!stopped) await testAndApply(services, id)
    }
    await forEachLimited(rows, CONCURRENCY, work, goesOn)
    stopped ||= !(await isOurs())
    if (byHand && goesOn()) await notifyRoot(services, 'channel_test_done', {})
  })
}

/** Stops the current run after its running tests, and returns its progress. */
export async function stopTests(store: Pick<Store, 'db' | 'engine'>): Promise<TestProgress> {
  await stopExclusive(store, JOB_NAME)
  return testProgress(store)
}

/** Tests one channel and disables or enables it by the options. An error here stops no other test. */
async function testAndApply(services: Platform & Money & Calls, id: number): Promise<void> {
  try {
    const result = await testChannel(services, id)
    if (result.keyId !== undefined && result.sent && !result.failure)
      await reviveKey(services, SYSTEM, id, result.keyId)
    const row = await findChannel(services.store.db, id)
    if (!row) return
    const { AutomaticDisableChannelEnabled, AutomaticEnableChannelEnabled, ChannelDisableThreshold } =
      services.options.values
    const verdict = statusAfterTest(
      { ...result, status: row.status, autoBan: row.auto_ban !== 0, failed: result.failure !== undefined },
      {
        mayDisable: AutomaticDisableChannelEnabled,
        mayEnable: AutomaticEnableChannelEnabled,
        threshold: ChannelDisableThreshold,
      },
    )
    if (verdict === 'enable') await reenable(services, SYSTEM, id)
    else if (verdict && !(result.dead && stopTestedKey(services, id, result.keyId, verdict.disable)))
      await autoDisable(services, id, verdict.disable, result.dead ? result.rule : 'slow', result.waitMs)
  } catch (error) {
    services.log.warn({ channel: id, error: String(error) }, 'a channel could not be tested')
  }
}

/** Stops the key of a channel that a test has found dead. Returns whether others are left, so that the channel stays. */
function stopTestedKey({ channels, keyPools }: Calls, id: number, keyId: number | undefined, reason: string): boolean {
  const channel = channels.byId(id)
  const pool = keyPools.of(id)
  const key = keyId === undefined ? undefined : pool?.get(keyId)
  const keyed = channel && key && keyPools.withKey(channel, key)
  if (!keyed || !pool) return false
  keyPools.stop(keyed, reason)
  return pool.enabled > 0
}

/** Returns the progress: channels tested since the last start, and how many of them failed. */
export async function testProgress(store: Pick<Store, 'db' | 'engine'>): Promise<TestProgress> {
  const { running, begun } = await readExclusiveState(store, JOB_NAME)
  const { done, total, failed } = await store.db
    .selectFrom('channels')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('test_time', '>=', begun).as('done'),
      fn.countAll<number>().filterWhere('test_time', '>=', begun).filterWhere('test_error', '<>', '').as('failed'),
    ])
    .executeTakeFirstOrThrow()
  return begun === 0 ? { running, done: 0, total, failed: 0 } : { running, done, total, failed }
}

/** Start of the last run, in unix seconds; 0 = never. */
export const lastTestStart = async (store: Pick<Store, 'db' | 'engine'>) =>
  (await readExclusiveState(store, JOB_NAME)).begun
