import { beginTests, lastTests } from '../channels/checks/test-all.ts'
import { lastBalances, updateBalances } from '../channels/checks/update-balance.ts'
import { Failure } from '../errors/api-error.ts'
import { every, type Job } from './job.ts'

const LOOK_SECONDS = 60
/** A time in the future was written by a clock that ran ahead. */
const isDue = (last: number, minutes: number) => minutes > 0 && Math.abs(Date.now() / 1000 - last) >= minutes * 60

/** Tests all channels as often as CHANNEL_TEST_FREQUENCY says; tests begun by hand count. */
export const testChannels: Job = {
  name: 'test-channels',
  next: every(LOOK_SECONDS),
  async run(services) {
    if (!isDue(await lastTests(services.store), services.config.channelTestMinutes)) return
    await (await beginTests(services, { byHand: false }))?.ended
  },
}

/** Updates the balances of channels as often as CHANNEL_UPDATE_FREQUENCY says. */
export const updateChannelBalances: Job = {
  name: 'update-channel-balances',
  next: every(LOOK_SECONDS),
  async run(services) {
    if (!isDue(await lastBalances(services.store), services.config.channelBalanceMinutes)) return
    try {
      await updateBalances(services)
    } catch (error) {
      // Somebody is at it by hand.
      if (!(error instanceof Failure && error.code === 'channel_balance_running')) throw error
    }
  },
}
