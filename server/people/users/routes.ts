import { resetSecondFactor as resetSecondFactorEndpoint } from '#contract/api/second-factor.ts'
import {
  createUser as createEndpoint,
  deleteUser,
  findUsers,
  getUser,
  listUsers as listEndpoint,
  listUserTokens,
  manageUser as manageEndpoint,
  searchUsers,
  updateUser as updateEndpoint,
} from '#contract/api/users.ts'
import type { Calls } from '../../calls/calls.ts'
import { shownLimitsOf } from '../../calls/limits/with-use.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { page } from '../../platform/http/reply.ts'
import type { UserWithBalance } from '../accounts/present.ts'
import { presentUser, presentWithoutMoney } from '../accounts/present.ts'
import { findUser } from '../accounts/queries.ts'
import type { Routes } from '../sessions/bind.ts'
import { requireProof } from '../sessions/proof.ts'
import { pastedKey } from '../tokens/pasted-key.ts'
import { presentUserToken } from '../tokens/present.ts'
import { listTokens } from '../tokens/queries.ts'
import { createUser } from './create.ts'
import { manageUser, removeUser } from './manage.ts'
import { listUsers } from './queries.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { hidesMoney, requireRank } from './rules.ts'
import { updateUser } from './update.ts'

/** Users, for administrators. */
export function userRoutes(routes: Routes): void {
  routes.guarded(listEndpoint, async ({ services, actor, query }) => {
    const { rows, total } = await listUsers(
      services.store.reads,
      { keyword: '', group: '', reader: actor },
      listingOf(query),
    )
    return page(rows.map(presentFor(actor)), total)
  })
  routes.guarded(searchUsers, async ({ services, actor, query }) => {
    const { rows, total } = await listUsers(services.store.reads, { ...query, reader: actor }, listingOf(query))
    return page(rows.map(presentFor(actor)), total)
  })
  routes.guarded(findUsers, async ({ services, actor, query, body: { token, keyword, group } }) => {
    const filter = token ? { keyword: '', group, keyHash: services.vault.hash(pastedKey(token)) } : { keyword, group }
    const { rows, total } = await listUsers(services.store.reads, { ...filter, reader: actor }, listingOf(query))
    return page(rows.map(presentFor(actor)), total)
  })
  routes.guarded(getUser, async ({ services, actor, params }) => {
    const user = await findUser(services.store.db, params.id)
    if (!user) throw new ApiError('record_not_found')
    requireRank(actor, user, 'user_not_accessible')
    return withUse(services, user)
  })
  routes.guarded(listUserTokens, async ({ services, actor, params: { id }, query }) => {
    const { store, vault } = services
    const user = await findUser(store.db, id)
    if (!user) throw new ApiError('record_not_found')
    requireRank(actor, user, 'user_not_accessible')
    const { rows, total } = await listTokens(store.reads, id, { keyword: '', tag: '', keyHash: '' }, listingOf(query))
    return page(
      rows.map((row) => presentUserToken(row, vault)),
      total,
    )
  })
  routes.guarded(createEndpoint, ({ services, actor, by, body }) => createUser(services, actor, by, body))
  routes.guarded(updateEndpoint, async ({ services, actor, by, identity, body }) => {
    if (body.password && identity) requireProof(identity)
    return withUse(services, await updateUser(services, actor, { ...by, sessionId: identity?.sessionId }, body))
  })
  routes.guarded(manageEndpoint, ({ services, actor, by, identity, body }) => {
    if (body.action === 'promote' && identity) requireProof(identity)
    return manageUser(services, actor, by, body)
  })
  routes.guarded(resetSecondFactorEndpoint, ({ services, actor, by, identity, params }) =>
    resetSecondFactor(services, actor, { ...by, sessionId: identity?.sessionId }, params.id),
  )
  routes.guarded(deleteUser, ({ services, actor, by, params }) => removeUser(services, actor, by, params.id))
}

/** Presents users to a reader. */
const presentFor = (reader: UserFacts) => (row: UserWithBalance) =>
  hidesMoney(reader, row) ? presentWithoutMoney(row) : presentUser(row)

/** Presents one user with the use of the limits. */
async function withUse(services: Calls, row: UserWithBalance) {
  return { ...presentUser(row), ...(await shownLimitsOf('user', row, services)) }
}

const listingOf = <Q extends { p: number; page_size: number }>(query: Q) => ({
  ...query,
  offset: query.p * query.page_size,
  limit: query.page_size,
})
