import {
  createChannel,
  deleteChannel as deleteEndpoint,
  getChannel,
  listChannels as listEndpoint,
  searchChannels,
  updateChannel as updateEndpoint,
} from '#contract/api/channels.ts'
import type { Parsed } from '#contract/api/endpoint.ts'
import type { Routes } from '../http/bind.ts'
import { Failure } from '../http/failure.ts'
import { page } from '../http/reply.ts'
import { presentChannel } from './present.ts'
import { findChannel, listChannels } from './queries.ts'
import { createChannels, deleteChannel, updateChannel } from './write.ts'

/** Channels, for administrators. */
export function channelRoutes(routes: Routes): void {
  routes.guarded(listEndpoint, async ({ services, query }) => {
    const filter = { ...query, keyword: '', keyHash: '', model: '', group: '' }
    const { rows, total } = await listChannels(services.store.db, filter, listingOf(query))
    return page(rows.map(presentChannel), total)
  })
  routes.guarded(searchChannels, async ({ services, query }) => {
    const filter = { ...query, keyHash: services.vault.index(query.keyword) }
    const { rows, total } = await listChannels(services.store.db, filter, listingOf(query))
    return page(rows.map(presentChannel), total)
  })
  routes.guarded(getChannel, async ({ services, params }) => {
    const channel = await findChannel(services.store.db, params.id)
    if (!channel) throw new Failure('record_not_found')
    return presentChannel(channel)
  })
  routes.guarded(createChannel, async ({ services, by, body }) =>
    (await createChannels(services, by, body)).map(presentChannel),
  )
  routes.guarded(updateEndpoint, async ({ services, by, body: { id, ...fields } }) =>
    presentChannel(await updateChannel(services, by, id, fields)),
  )
  routes.guarded(deleteEndpoint, ({ services, by, params }) => deleteChannel(services, by, params.id))
}

/** Without a sort of their own, lists show what is tried first, or with `id_sort` what is newest, first. */
function listingOf(query: Parsed<typeof listEndpoint>['query']) {
  const sort = query.sort ?? (query.id_sort === 'true' ? 'id' : 'priority')
  return { sort, order: query.order, offset: query.p * query.page_size, limit: query.page_size } as const
}
