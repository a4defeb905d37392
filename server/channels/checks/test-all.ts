import type { TestProgress } from '#contract/api/channel-checks.ts'
import { beginAlone, endWork, stateOfWork } from '../../leases/exclusive.ts'
import type { Services } from '../../services.ts'
import type { Store } from '../../store/database.ts'
import { autoDisable, autoEnable } from '../auto-disable.ts'
import { notifyRoot } from '../notify-root.ts'
import { findChannel } from '../queries.ts'
import { eachOf } from './each-of.ts'
import { testChannel } from './test-channel.ts'
import { verdictOnTest } from './test-verdict.ts'

const AT_A_TIME = 5
const WORK = 'channel-tests'

/**
 * Begins to test all channels, five at a time; those that are switched off too, because they may have recovered. Answers
 * a promise of the end, or undefined when a test runs already on some node. `byHand`: a mail tells of the end.
 */
export async function beginTests(
  services: Services,
  { byHand }: { byHand: boolean },
): Promise<{ ended: Promise<void> } | undefined> {
  return beginAlone(services, WORK, async (lost, isOurs) => {
    let stopped = false
    const goesOn = () => !stopped && !lost.aborted && !services.calls.draining
    const rows = await services.store.db.selectFrom('channels').select('id').orderBy('id').execute()
    const work = async ({ id }: { id: number }) => {
      stopped ||= !(await isOurs())
      if (!stopped) await testAndJudge(services, id)
    }
    await eachOf(rows, AT_A_TIME, work, goesOn)
    stopped ||= !(await isOurs())
    if (byHand && goesOn()) await notifyRoot(services, 'channel_test_done', {})
  })
}

/** Lets no further test of all channels begin, and answers how far it came. */
export async function stopTests(store: Pick<Store, 'db' | 'engine'>): Promise<TestProgress> {
  await endWork(store, WORK)
  return testProgress(store)
}

/** Tests one channel and disables or enables it by the options. What goes wrong here stops no other test. */
async function testAndJudge(services: Services, id: number): Promise<void> {
  try {
    const result = await testChannel(services, id)
    const row = await findChannel(services.store.db, id)
    if (!row) return
    const { AutomaticDisableChannelEnabled, AutomaticEnableChannelEnabled, ChannelDisableThreshold } =
      services.options.values
    const verdict = verdictOnTest(
      { ...result, status: row.status, autoBan: row.auto_ban !== 0, failed: result.failure !== undefined },
      {
        mayDisable: AutomaticDisableChannelEnabled,
        mayEnable: AutomaticEnableChannelEnabled,
        threshold: ChannelDisableThreshold,
      },
    )
    if (verdict === 'enable') await autoEnable(services, id)
    else if (verdict) await autoDisable(services, id, verdict.disable)
  } catch (error) {
    services.log.warn({ channel: id, error: String(error) }, 'a channel was not tested')
  }
}

/** How far the tests are: channels tested since the last start, and how many of them failed. */
export async function testProgress(store: Pick<Store, 'db' | 'engine'>): Promise<TestProgress> {
  const { running, begun } = await stateOfWork(store, WORK)
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

/** When the tests last began, in unix seconds; 0 = never. */
export const lastTests = async (store: Pick<Store, 'db' | 'engine'>) => (await stateOfWork(store, WORK)).begun
