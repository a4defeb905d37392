import {
  addChannelKeys,
  type ChannelKey,
  changeChannelKeys,
  deleteChannelKey,
  listChannelKeys,
  manageMultiKey,
  testChannelKey,
  updateChannelKey,
} from '#contract/api/channel-keys.ts'
import type { Calls } from '../calls/calls.ts'
import type { ChannelKeyRow } from '../calls/key-pools/tables.ts'
import { shownLimits } from '../calls/limits/with-use.ts'
import type { Routes } from '../people/sessions/bind.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { beside, page } from '../platform/http/reply.ts'
import { testKey } from './checks/test-channel.ts'
import { addKeys } from './keys/add.ts'
import { changeKeys, updateKey } from './keys/change.ts'
import { manageKeys } from './keys/manage.ts'
import { NO_KEYS, presentKey } from './keys/present.ts'
import { listKeys } from './keys/queries.ts'
import { reviveKey } from './keys/revive.ts'

/** Several keys in one channel, for administrators. */
export function channelKeyRoutes(routes: Routes): void {
  routes.guarded(listChannelKeys, async ({ services, params: { id }, query }) => {
    const now = Date.now()
    const filter = { channel: id, state: query.state || undefined, now }
    if (!services.channels.byId(id)) throw new ApiError('channel_not_found')
    const { rows, total } = await listKeys(services.store.db, filter, {
      offset: query.p * query.page_size,
      limit: query.page_size,
    })
    const counts = services.keyPools.of(id)?.counts(now) ?? NO_KEYS
    return beside(page(await presentKeys(services, rows), total), { counts })
  })
  routes.guarded(addChannelKeys, ({ services, by, params, body }) => addKeys(services, by, params.id, body.keys))
  routes.guarded(updateChannelKey, async ({ services, by, params: { id, key }, body }) => {
    const [shown] = await presentKeys(services, [await updateKey(services, by, { channel: id, id: key }, body)])
    if (!shown) throw new ApiError('channel_key_not_found')
    return shown
  })
  routes.guarded(deleteChannelKey, async ({ services, by, params: { id, key } }) => {
    const deleted = await changeKeys(services, by, id, 'delete', { ids: [key] })
    if (deleted === 0) throw new ApiError('channel_key_not_found')
  })
  routes.guarded(changeChannelKeys, ({ services, by, params, body: { action, ...which } }) =>
    changeKeys(services, by, params.id, action, which),
  )
  routes.guarded(testChannelKey, async ({ services, by, params: { id, key }, context }) => {
    const { ms, failure } = await testKey(services, id, key)
    const time = ms / 1000
    if (failure) return context.json({ success: false, message: failure.text(context.var.language), time })
    return beside(undefined, { time, enabled: await reviveKey(services, by, id, key) })
  })
  routes.guarded(manageMultiKey, ({ services, by, body }) => manageKeys(services, by, body))
}

async function presentKeys(services: Calls, rows: readonly ChannelKeyRow[]): Promise<ChannelKey[]> {
  const limits = await shownLimits('key', rows, services)
  const now = Date.now()
  return rows.map((row, index) => ({ ...presentKey(row, now), limits_now: limits[index]?.limits_now ?? {} }))
}
