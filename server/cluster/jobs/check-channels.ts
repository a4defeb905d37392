import { probeChannels } from '../../channels/checks/probe-channels.ts'
import { lastTestStart, startTests } from '../../channels/checks/test-all.ts'
import { lastBalanceUpdate, updateBalances } from '../../channels/checks/update-balance.ts'
import { probeKeys as probeStoppedKeys } from '../../channels/keys/probe-keys.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { every, type Job } from './job.ts'

const CHECK_SECONDS = 60
/** A time in the future was written by a clock that ran ahead. */
const isDue = (last: number, minutes: number) => minutes > 0 && Math.abs(Date.now() / 1000 - last) >= minutes * 60

/** Tests keys that were stopped, and channels that were disabled because of their only key, so that they are used again. */
export const probeKeys: Job = {
  name: 'probe-keys',
  next: every(15),
  async run(services, signal) {
    await probeStoppedKeys(services, signal)
    await probeChannels(services, signal)
  },
}

/** Tests all channels at the interval of CHANNEL_TEST_FREQUENCY; tests started manually count. */
export const testChannels: Job = {
  name: 'test-channels',
  next: every(CHECK_SECONDS),
  async run(services) {
    if (!isDue(await lastTestStart(services.store), services.config.channelTestMinutes)) return
    await (await startTests(services, { byHand: false }))?.ended
  },
}

/** Updates the balances of channels at the interval of CHANNEL_UPDATE_FREQUENCY. */
export const updateChannelBalances: Job = {
  name: 'update-channel-balances',
  next: every(CHECK_SECONDS),
  async run(services) {
    if (!isDue(await lastBalanceUpdate(services.store), services.config.channelBalanceMinutes)) return
    try {
      await updateBalances(services)
    } catch (error) {
      // An administrator's update is running.
      if (!(error instanceof ApiError && error.code === 'channel_balance_running')) throw error
    }
  },
}
