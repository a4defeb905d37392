import type { Parsed } from '#contract/api/endpoint.ts'
import {
  createTokens as createBatch,
  createToken as createEndpoint,
  deleteTokens as deleteBatch,
  deleteToken as deleteEndpoint,
  endFormerKeys as endFormerKeysEndpoint,
  findTokens,
  getToken,
  listTokens as listEndpoint,
  listTokenTags,
  rotateToken as rotateEndpoint,
  searchTokens,
  setTokenLimits as setLimits,
  setTokenStatuses as setStatuses,
  updateToken as updateEndpoint,
} from '#contract/api/tokens.ts'
import type { Calls } from '../../calls/calls.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { page } from '../../platform/http/reply.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Routes } from '../sessions/bind.ts'
import { deleteTokens, setTokenStatuses } from './batch.ts'
import { setTokenLimits } from './batch-limits.ts'
import { pastedKey } from './pasted-key.ts'
import { presentOne, presentTokens } from './present.ts'
import { findToken, listTags, listTokens } from './queries.ts'
import { endFormerKeys, rotateToken } from './rotate.ts'
import { createToken, createTokens, deleteToken, updateToken } from './write.ts'

/** A user's own tokens. */
export function tokenRoutes(routes: Routes): void {
  routes.guarded(listEndpoint, async ({ services, actor, query }) => {
    const { rows, total } = await listTokens(
      services.store.db,
      actor.id,
      { keyword: '', tag: '', keyHash: '' },
      listingOf(query),
    )
    return page(await presentTokens(services, rows), total)
  })
  routes.guarded(searchTokens, ({ services, actor, query }) => searchPage(services, actor.id, query, query))
  routes.guarded(findTokens, ({ services, actor, query, body }) => searchPage(services, actor.id, body, query))
  routes.guarded(listTokenTags, ({ services, actor }) => listTags(services.store.db, actor.id))
  routes.guarded(getToken, async ({ services, actor, params }) => {
    const token = await findToken(services.store.db, actor.id, params.id)
    if (!token) throw new ApiError('record_not_found')
    return presentOne(services, token)
  })
  routes.guarded(createEndpoint, async ({ services, actor, body }) =>
    presentOne(services, await createToken(services, actor, body)),
  )
  routes.guarded(updateEndpoint, async ({ services, actor, query, body }) =>
    presentOne(services, await updateToken(services, actor, body, query.status_only !== '')),
  )
  routes.guarded(rotateEndpoint, async ({ services, actor, by, params, body }) => {
    const change = { id: params.id, keepSeconds: body.keep_seconds }
    return presentOne(services, await rotateToken(services, actor, by, change))
  })
  routes.guarded(endFormerKeysEndpoint, async ({ services, actor, by, params }) =>
    presentOne(services, await endFormerKeys(services, actor, by, params.id)),
  )
  routes.guarded(deleteEndpoint, ({ services, actor, params }) => deleteToken(services, actor, params.id))
  routes.guarded(createBatch, async ({ services, actor, body }) =>
    presentTokens(services, await createTokens(services, actor, body)),
  )
  routes.guarded(deleteBatch, ({ services, actor, body }) => deleteTokens(services, actor, body.ids))
  routes.guarded(setLimits, async ({ services, actor, body: { keep_others, ...body }, context }) => {
    const { changed, refused } = await setTokenLimits(services, actor, { ...body, keepOthers: keep_others })
    const refusals = refused.map(({ id, failure }) => ({ id, message: failure.text(context.var.language) }))
    return { changed, refused: refusals }
  })
  routes.guarded(setStatuses, async ({ services, actor, body: { dry_run, ...body }, context }) => {
    const { changed, refused } = await setTokenStatuses(services, actor, { ...body, dryRun: dry_run })
    const refusals = refused.map(({ id, failure }) => ({ id, message: failure.text(context.var.language) }))
    return { changed, refused: refusals }
  })
}

/** Reads a page of the user's tokens whose id, name or note has the keyword, with the given tag and key. */
async function searchPage(
  services: Platform & Calls,
  userId: number,
  typed: { keyword: string; token: string; tag: string },
  { page_size, ...query }: Parsed<typeof findTokens>['query'],
) {
  const { store, vault } = services
  const key = pastedKey(typed.token)
  // A text without a key is searched all the same, and matches no token.
  const filter = { keyword: typed.keyword, tag: typed.tag, keyHash: typed.token && vault.hash(key) }
  const listing = listingOf({ ...query, size: Math.min(query.size, page_size) })
  const { rows, total } = await listTokens(store.db, userId, filter, listing)
  return page(await presentTokens(services, rows), total)
}

const listingOf = <Q extends { p: number; size: number }>(query: Q) => ({
  ...query,
  offset: query.p * query.size,
  limit: query.size,
})
