import { getUser, listUsers as listEndpoint, searchUsers } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import type { Routes } from '../http/bind.ts'
import { Failure } from '../http/failure.ts'
import { page } from '../http/reply.ts'
import { presentUser } from './present.ts'
import { findUser, listUsers } from './queries.ts'

/** User administration: reading. */
export function userRoutes(routes: Routes): void {
  routes.guarded(listEndpoint, async ({ services, query }) => {
    const { rows, total } = await listUsers(services.store.db, { keyword: '', group: '' }, listingOf(query))
    return page(rows.map(presentUser), total)
  })
  routes.guarded(searchUsers, async ({ services, query }) => {
    const { rows, total } = await listUsers(services.store.db, query, listingOf(query))
    return page(rows.map(presentUser), total)
  })
  routes.guarded(getUser, async ({ services, actor, params }) => {
    const user = await findUser(services.store.db, params.id)
    if (!user) throw new Failure('record_not_found')
    if (actor.role !== ROLE.root && actor.role <= user.role) throw new Failure('user_not_accessible')
    return presentUser(user)
  })
}

const listingOf = <Q extends { p: number; page_size: number }>(query: Q) => ({
  ...query,
  offset: query.p * query.page_size,
  limit: query.page_size,
})
