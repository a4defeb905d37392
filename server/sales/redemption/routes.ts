import type { Parsed } from '#contract/api/endpoint.ts'
import type { Redemption } from '#contract/api/redemption.ts'
import {
  createRedemptions as createEndpoint,
  deleteRedemption as deleteEndpoint,
  findRedemptions,
  getRedemption,
  listRedemptions as listEndpoint,
  redeem as redeemEndpoint,
  searchRedemptions,
  updateRedemption as updateEndpoint,
} from '#contract/api/redemption.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { page } from '../../platform/http/reply.ts'
import { pick } from '../../platform/json/pick.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { normalizeKey } from './key.ts'
import { findRedemption, listRedemptions, type RedemptionFilter } from './queries.ts'
import { redeem } from './redeem.ts'
import type { RedemptionRow } from './tables.ts'
import { createRedemptions, deleteRedemption, updateRedemption } from './write.ts'

/** Redemption codes: administrators create them, users redeem them. */
export function redemptionRoutes(routes: Routes): void {
  routes.guarded(listEndpoint, ({ services, query }) => list(services, { ...query, keyword: '', keyHash: '' }, query))
  routes.guarded(searchRedemptions, ({ services, query }) => searchPage(services, query.keyword, query))
  routes.guarded(findRedemptions, ({ services, query, body }) => searchPage(services, body.keyword, query))
  routes.guarded(getRedemption, async ({ services: { store, vault }, params }) => {
    const row = await findRedemption(store.db, params.id)
    if (!row) throw new ApiError('record_not_found')
    return presentRedemption(row, vault)
  })
  routes.guarded(createEndpoint, ({ services, by, body }) => createRedemptions(services, by, body))
  routes.guarded(updateEndpoint, async ({ services, by, query, body }) =>
    presentRedemption(await updateRedemption(services, by, body, query.status_only !== ''), services.vault),
  )
  routes.guarded(deleteEndpoint, ({ services, by, params }) => deleteRedemption(services, by, params.id))
  routes.guarded(redeemEndpoint, ({ services, actor, by, body }) => redeem(services, actor, by, body.key))
}

type Listing = Parameters<typeof listRedemptions>[2]

/** Reads a page of the codes whose name contains the keyword, or whose code or id it is. */
function searchPage(services: Platform, keyword: string, query: Parsed<typeof findRedemptions>['query']) {
  return list(services, { ...query, keyword, keyHash: services.vault.hash(normalizeKey(keyword)) }, query)
}

async function list(
  { store, vault }: Platform,
  filter: RedemptionFilter,
  { p, page_size, ...order }: Pick<Listing, 'sort' | 'order'> & { p: number; page_size: number },
) {
  const { rows, total } = await listRedemptions(store.reads, filter, {
    ...order,
    offset: p * page_size,
    limit: page_size,
  })
  return page(
    rows.map((row) => presentRedemption(row, vault)),
    total,
  )
}

/** A redemption code in the administrators' view, including the code itself. */
function presentRedemption(row: RedemptionRow, vault: Vault): Redemption {
  return {
    ...pick(row, 'id user_id status name quota created_time redeemed_time used_user_id'),
    key: vault.decrypt(row.key),
    count: 0,
    DeletedAt: row.deleted_at,
  }
}
