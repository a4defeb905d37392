import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../../calls/calls.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { readExclusiveState, startExclusive } from '../../platform/job-locks/exclusive.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Store } from '../../platform/store/database.ts'
import { autoDisable } from '../auto-disable.ts'
import { balanceSources } from './balance-sources.ts'
import { forEachLimited } from './for-each-limited.ts'

const CONCURRENCY = 5
const JOB_NAME = 'channel-balances'

/**
 * Reads a channel's balance in USD and stores it. Throws channel_not_found, channel_balance_unsupported, or the
 * failure of the request.
 */
export async function updateBalance(services: Platform & Calls, id: number): Promise<number> {
  const channel = services.channels.byId(id)
  if (!channel) throw new ApiError('channel_not_found')
  return refreshBalance(services, channel)
}

async function refreshBalance({ store, keyPools }: Platform & Calls, channel: Channel): Promise<number> {
  const source = balanceSources[channel.type]
  if (!source) throw new ApiError('channel_balance_unsupported')
  const now = new Date()
  const balance = await source(keyPools.withAnyKey(channel), now)
  await store.db
    .updateTable('channels')
    .set({ balance, balance_updated_time: Math.floor(now.getTime() / 1000) })
    .where('id', '=', channel.id)
    .execute()
  return balance
}

/**
 * Updates the balances of all enabled channels that offer one. A channel without credit is disabled, if the option
 * and the channel allow that. Throws channel_balance_running.
 */
export async function updateBalances(services: Platform & Calls): Promise<{ updated: number; failed: number }> {
  const count = { updated: 0, failed: 0 }
  const run = await startExclusive(services, JOB_NAME, async (lost) => {
    const rows = await services.store.db
      .selectFrom('channels')
      .select('id')
      .where('status', '=', CHANNEL_STATUS.enabled)
      .where('type', 'in', Object.keys(balanceSources).map(Number))
      .orderBy('id')
      .execute()
    const update = async ({ id }: { id: number }) => {
      const updated = await updateOrWarn(services, id)
      count[updated ? 'updated' : 'failed'] += 1
    }
    await forEachLimited(rows, CONCURRENCY, update, () => !lost.aborted && !services.calls.draining)
  })
  if (!run) throw new ApiError('channel_balance_running')
  await run.ended
  return count
}

async function updateOrWarn(services: Platform & Calls, id: number): Promise<boolean> {
  try {
    const balance = await updateBalance(services, id)
    // The balance of one key says nothing of the others.
    const isOnlyKey = services.keyPools.of(id) === undefined
    const { AutomaticDisableChannelEnabled } = services.options.values
    const mayDisable = isOnlyKey && services.channels.byId(id)?.autoBan && AutomaticDisableChannelEnabled
    if (balance <= 0 && mayDisable) await autoDisable(services, id, NO_BALANCE, 'balance')
    return true
  } catch (error) {
    services.log.warn({ channel: id, error: String(error) }, 'the balance of a channel could not be updated')
    return false
  }
}

/** This API family's text. */
const NO_BALANCE = '余额不足'

/** Start of the last update of all balances, in unix seconds; 0 = never. */
export const lastBalanceUpdate = async (store: Pick<Store, 'db' | 'engine'>) =>
  (await readExclusiveState(store, JOB_NAME)).begun
