import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import i18next from 'i18next'
import { getUser, type User, updateUser } from '#contract/api/users.ts'
import { call } from '#web/lib/api.ts'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { abbreviateNames } from '#web/ui/table/bulk/abbreviate-names.ts'
import { isTooMany, refusals, sentences, tellRefused } from '#web/ui/table/bulk/change-many.ts'
import { oneByOne } from '#web/ui/table/bulk/run-with-progress.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { previewGroup } from './group-preview.ts'
import { patchUser, refreshUsers } from './user-list.ts'

interface Move {
  users: readonly User[]
  /** The target group. */
  group: string
  actor: Pick<User, 'role'> | null
  client: QueryClient
  t: TFunction<'users'>
}

/**
 * Moves users into a group after a confirmation that lists who moves and who stays, and offers undo. Resolves
 * with the users that can be deselected; refused users are reported by name.
 */
export async function moveUsers({ users, group, actor, client, t }: Move): Promise<readonly User[]> {
  if (isTooMany(users)) return []
  const named = users.map(({ id, username: name }) => ({ id, name }))
  const { changed, same, refused } = previewGroup(actor, users, group)
  const known = refused.map(({ user, why }) => ({ id: user.id, message: t(why) }))
  const count = changed.length
  if (count === 0) {
    if (known.length === 0) toast.info(t('bulk.unchanged', { group }))
    tellRefused(named, { refused: known })
    return same
  }
  const names = abbreviateNames(changed.map(({ username }) => username))
  const yes = await confirm({
    title: t('bulk.title', { count, group }),
    description: sentences(
      t('bulk.what', { names, group }),
      same.length > 0 && t('bulk.others', { count: same.length, group }),
      ...refusals(named, { refused: known }),
    ),
    action: t('bulk.action', { count }),
  })
  if (!yes) return []
  const outcome = await oneByOne(changed, t('bulk.running'), async ({ id }) => {
    patchUser(client, id, await call(updateUser, { body: { id, group } }))
  })
  void refreshUsers(client)
  const undo = { label: i18next.t('action.undo'), run: () => void moveBack(outcome.done, { group, client, t }) }
  if (outcome.done.length > 0) toast.success(t('bulk.done', { count: outcome.done.length, group }), { action: undo })
  tellRefused(named, { refused: [...known, ...outcome.refused] })
  return [...same, ...outcome.done]
}

/** Restores each user's former group, unless it was changed again meanwhile. */
async function moveBack(users: readonly User[], { group, client, t }: Pick<Move, 'group' | 'client' | 't'>) {
  const outcome = await oneByOne(users, t('bulk.running'), async ({ id, group: former }) => {
    const now = await call(getUser, { params: { id } })
    if (now.group !== group) throw new Error(t('bulk.changedSince'))
    patchUser(client, id, await call(updateUser, { body: { id, group: former } }))
  })
  void refreshUsers(client)
  if (outcome.done.length > 0) toast.success(t('bulk.restored', { count: outcome.done.length }))
  tellRefused(
    users.map(({ id, username: name }) => ({ id, name })),
    outcome,
  )
}
