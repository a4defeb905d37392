import {
  type Channel,
  copyChannel as copyEndpoint,
  createChannel,
  deleteChannels as deleteBatch,
  deleteDisabledChannels as deleteDisabled,
  deleteChannel as deleteEndpoint,
  findChannels,
  getChannel,
  listChannels as listEndpoint,
  repairChannels as repairEndpoint,
  searchChannels,
  setChannelStatuses as setStatuses,
  updateChannel as updateEndpoint,
} from '#contract/api/channels.ts'
import type { Parsed } from '#contract/api/endpoint.ts'
import { errorText } from '#contract/errors.ts'
import type { Calls } from '../calls/calls.ts'
import { shownLimits } from '../calls/limits/with-use.ts'
import type { Routes } from '../people/sessions/bind.ts'
import { proofOf } from '../people/sessions/proof.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Context } from '../platform/http/context.ts'
import { beside, page } from '../platform/http/reply.ts'
import type { Platform } from '../platform/platform.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import { setChannelStatuses } from './batch-status.ts'
import { listRecentTests } from './checks/test-history.ts'
import { copyChannel } from './copy.ts'
import { deleteChannel, deleteChannels, deleteDisabledChannels } from './delete.ts'
import { presentPool } from './keys/present.ts'
import { presentChannel, presentTest } from './present.ts'
import { findChannel, listChannels } from './queries.ts'
import { repairChannels } from './repair.ts'
import { createChannels, updateChannel } from './write.ts'

/** Channels, for administrators. */
export function channelRoutes(routes: Routes): void {
  routes.guarded(listEndpoint, async ({ services, query, context }) => {
    const filter = { ...query, keyword: '', keyHash: '', model: '', group: '' }
    const { rows, total } = await listChannels(services.store.db, filter, listingOf(query))
    return page(await presentChannels(services, context, rows), total)
  })
  const found = async (services: Platform & Calls, context: Context, query: Parsed<typeof searchChannels>['query']) => {
    const filter = { ...query, keyHash: services.vault.hash(query.keyword) }
    const { rows, total } = await listChannels(services.store.db, filter, listingOf(query))
    return page(await presentChannels(services, context, rows), total)
  }
  routes.guarded(searchChannels, ({ services, query, context }) => found(services, context, query))
  routes.guarded(findChannels, ({ services, query, body, context }) => found(services, context, { ...query, ...body }))
  routes.guarded(getChannel, async ({ services, params, context }) =>
    presentOne(services, context, await findChannel(services.store.db, params.id)),
  )
  routes.guarded(createChannel, async ({ services, by, identity, body: { channel, ...body }, context }) =>
    presentChannels(services, context, await createChannels(services, by, { ...channel, ...body }, proofOf(identity))),
  )
  routes.guarded(updateEndpoint, async ({ services, by, identity, body: { id, ...fields }, context }) =>
    presentOne(services, context, await updateChannel(services, by, id, fields, proofOf(identity))),
  )
  routes.guarded(deleteEndpoint, ({ services, by, params }) => deleteChannel(services, by, params.id))
  routes.guarded(deleteDisabled, ({ services, by }) => deleteDisabledChannels(services, by))
  routes.guarded(deleteBatch, ({ services, by, body }) => deleteChannels(services, by, body.ids))
  routes.guarded(setStatuses, async ({ services, by, body: { dry_run, ...body }, context }) => {
    const { missing, ...outcome } = await setChannelStatuses(services, by, { ...body, dryRun: dry_run })
    const message = errorText('channel_not_found', context.var.language)
    return { ...outcome, refused: missing.map((id) => ({ id, message })) }
  })
  routes.guarded(copyEndpoint, async ({ services, by, params, context }) =>
    presentOne(services, context, await copyChannel(services, by, params.id)),
  )
  routes.guarded(repairEndpoint, async ({ services, by }) => {
    const report = await repairChannels(services, by)
    return beside(report.repaired.length, { report })
  })
}

/** Presents channels in the reader's language, each with its recent tests, which are read in one query. */
async function presentChannels(
  services: Platform & Calls,
  context: Context,
  rows: readonly ChannelRow[],
): Promise<Channel[]> {
  const { store } = services
  const { language } = context.var
  const limits = await shownLimits('channel', rows, services)
  const tests = await listRecentTests(
    store.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row, index) => {
    const recent_tests = (tests.get(row.id) ?? []).map((test) => presentTest(test, language))
    const pool = presentPool(services.keyPools.of(row.id), row.settings, Date.now())
    return { ...presentChannel(row, language), ...pool, limits_now: limits[index]?.limits_now ?? {}, recent_tests }
  })
}

/** Throws channel_not_found if there is no row. */
async function presentOne(services: Platform & Calls, context: Context, row: ChannelRow | undefined): Promise<Channel> {
  const [channel] = row ? await presentChannels(services, context, [row]) : []
  if (!channel) throw new ApiError('channel_not_found')
  return channel
}

/**
 * The page to read. Without a sort order, lists begin with what is tried first, or with `id_sort` with the newest.
 */
function listingOf(query: Parsed<typeof listEndpoint>['query']) {
  const sort = query.sort ?? (query.id_sort === 'true' ? 'id' : 'priority')
  return { sort, order: query.order, offset: query.p * query.page_size, limit: query.page_size } as const
}
