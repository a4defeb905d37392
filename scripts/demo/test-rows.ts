import type { Calls } from '#server/calls/calls.ts'
import { storeTest } from '#server/channels/checks/test-history.ts'
import type { Money } from '#server/money/money.ts'
import { ApiError } from '#server/platform/errors/api-error.ts'
import type { Platform } from '#server/platform/platform.ts'

const HOUR_S = 3600
const BUSY = { status: 429, detail: 'Rate limit reached for requests' }

/** Tests of a channel in the last hours, of which every `failing`-th failed. */
export async function seedTests(
  { store, channels }: Platform & Money & Calls,
  id: number,
  failing: number,
): Promise<void> {
  const channel = channels.byId(id)
  if (!channel) return
  const [model = ''] = channel.models
  const now = Math.floor(Date.now() / 1000)
  for (let hours = 18; hours > 0; hours--) {
    const failure = hours % failing === 0 ? new ApiError('channel_upstream_refused', BUSY) : undefined
    await storeTest(store, channel, { model, ms: 400 + ((hours * 137) % 900), at: now - hours * HOUR_S, failure })
  }
}
