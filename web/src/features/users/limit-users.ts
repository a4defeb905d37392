import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type User, updateUser } from '#contract/api/users.ts'
import { mergeLimits } from '#contract/limits.ts'
import type { LimitsChange } from '#web/features/limits/bulk-limits-dialog.tsx'
import { call } from '#web/lib/api.ts'
import { isTooMany, tellRefused } from '#web/ui/table/bulk/change-many.ts'
import { oneByOne } from '#web/ui/table/bulk/run-with-progress.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchUser, refreshUsers } from './user-list.ts'

interface Limiting {
  users: readonly User[]
  client: QueryClient
  t: TFunction<'users'>
}

/** Sets limits of several users. Resolves with the users that can be deselected; refused ones are told by name. */
export async function limitUsers(
  { users, client, t }: Limiting,
  { limits, keepOthers }: LimitsChange,
): Promise<readonly User[]> {
  if (isTooMany(users)) return []
  const outcome = await oneByOne(users, t('bulk.limiting'), async ({ id, limits: former }) => {
    const wanted = keepOthers ? mergeLimits(former, limits) : limits
    patchUser(client, id, await call(updateUser, { body: { id, limits: wanted } }))
  })
  void refreshUsers(client)
  if (outcome.done.length > 0) toast.success(t('bulk.limited', { count: outcome.done.length }))
  tellRefused(
    users.map(({ id, username: name }) => ({ id, name })),
    outcome,
  )
  return outcome.done
}
