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
import type { UserFacts } from '../../calls/registry/callers.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { usersAbove } from '../../people/users/queries.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { page } from '../../platform/http/reply.ts'
import { pick } from '../../platform/json/pick.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { normalizeKey } from './key.ts'
import { findRedemption, listRedemptions } from './queries.ts'
import { redeem } from './redeem.ts'
import type { RedemptionRow } from './tables.ts'
import { createRedemptions, deleteRedemption, updateRedemption } from './write.ts'

/** Redemption codes: administrators create them, users redeem them. */
export function redemptionRoutes(routes: Routes): void {
  routes.guarded(listEndpoint, ({ services, actor, query }) => list(services, actor, '', query))
  routes.guarded(searchRedemptions, ({ services, actor, query }) => list(services, actor, query.keyword, query))
  routes.guarded(findRedemptions, ({ services, actor, query, body }) => list(services, actor, body.keyword, query))
  routes.guarded(getRedemption, async ({ services, actor, params }) =>
    presentRedemption(await requireSeen(services, actor, params.id), services.vault),
  )
  routes.guarded(createEndpoint, ({ services, by, body }) => createRedemptions(services, by, body))
  routes.guarded(updateEndpoint, async ({ services, actor, by, query, body }) => {
    await requireSeen(services, actor, body.id)
    return presentRedemption(await updateRedemption(services, by, body, query.status_only !== ''), services.vault)
  })
  routes.guarded(deleteEndpoint, async ({ services, actor, by, params }) => {
    await requireSeen(services, actor, params.id)
    await deleteRedemption(services, by, params.id)
  })
  routes.guarded(redeemEndpoint, ({ services, actor, by, body }) => redeem(services, actor, by, body.key))
}

/** Returns a code that the actor may see. Throws record_not_found. */
async function requireSeen({ store }: Platform, actor: UserFacts, id: number) {
  const row = await findRedemption(store.db, id, await usersAbove(store.db, actor))
  if (!row) throw new ApiError('record_not_found')
  return row
}

type Query = Parsed<typeof findRedemptions>['query']

/** Reads a page of the codes whose name contains the keyword, or whose code or id it is; of all where it is empty. */
async function list({ store, vault }: Platform, actor: UserFacts, keyword: string, query: Query) {
  const { p, page_size, status, ...order } = query
  const keyHash = keyword && vault.hash(normalizeKey(keyword))
  const hidden = await usersAbove(store.reads, actor)
  const listing = { ...order, offset: p * page_size, limit: page_size }
  const { rows, total } = await listRedemptions(store.reads, { keyword, keyHash, status, hidden }, listing)
  return page(
    rows.map((row) => presentRedemption(row, vault)),
    total,
  )
}

/** A redemption code in the administrators' view, including the code itself. */
function presentRedemption(row: RedemptionRow & { used_username?: string | null }, vault: Vault): Redemption {
  return {
    ...pick(row, 'id user_id status name quota created_time redeemed_time used_user_id'),
    used_username: row.used_username ?? '',
    key: vault.decrypt(row.key),
    count: 0,
    DeletedAt: row.deleted_at,
  }
}
