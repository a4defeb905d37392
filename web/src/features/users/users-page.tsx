import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { BulkLimitsButton } from '#web/features/limits/bulk-limits-button.tsx'
import type { LimitsChange } from '#web/features/limits/bulk-limits-dialog.tsx'
import { groupsQuery } from '#web/lib/groups.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import { listPage } from '#web/ui/table/list-page.tsx'
import { namedOptions } from '#web/ui/table/search/list-filters.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useUserColumns } from './columns.tsx'
import { mayEdit } from './refusal.ts'
import { stateOfUser } from './standing.ts'
import { useUserActions } from './user-actions.ts'
import { userQueries, usersQuery } from './user-list.ts'
import { userList } from './user-search.ts'

/** All users; the create and edit drawers are child routes. */
export const UsersPage = listPage<User, (typeof userList)['filters']>({
  id: 'users',
  spec: userList,
  useParts: useUserParts,
})

function useUserParts(list: List<(typeof userList)['filters']>) {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const actor = useUser()
  const { data: groups = [] } = useQuery(groupsQuery)
  const edit = (user: User) => {
    if (!mayEdit(actor, user)) toast.info(t('refusal.rank'))
    else void navigate({ to: '/user/edit/$id', params: { id: user.id }, search: true })
  }
  return {
    title: t('title'),
    add: { to: '/user/add' as const, label: t('add'), icon: UserPlus },
    query: useQuery(usersQuery(list.state)),
    columns: useUserColumns(useUserActions()),
    nameOf: ({ username }: User) => username,
    filters: [
      {
        name: 'keyword',
        label: t('filter.keyword'),
        placeholder: t('filter.keywordHint'),
        hint: t('filter.keywordMore'),
        className: 'sm:w-104!',
      },
      { name: 'group', label: t('filter.group'), options: namedOptions(groups) },
    ],
    empty: { title: t('empty.title'), hint: t('empty.hint') },
    muted: (user: User) => stateOfUser(user) !== 'active',
    bulk: (users: readonly User[], done: (users: readonly User[]) => void) => <UserBulkActions {...{ users, done }} />,
    loadAll: () => userQueries.all(list.state),
    onOpen: edit,
    onEdit: edit,
  }
}

interface BulkActionsProps {
  users: readonly User[]
  /** Removes users from the selection. */
  done: (users: readonly User[]) => void
}

/** Actions on the selected users. Refused users stay selected. */
function UserBulkActions({ users, done }: BulkActionsProps) {
  const { t } = useTranslation('users')
  const actor = useUser()
  const client = useQueryClient()
  const { data: groups = [] } = useQuery(groupsQuery)
  // A mutation, because it reports failures to load its code or to reach the server.
  const move = useMutation({
    mutationFn: async (group: string) => {
      const { moveUsers } = await import('./move-users.ts')
      done(await moveUsers({ users, group, actor, client, t }))
    },
  })
  const limit = async (change: LimitsChange) => {
    const { limitUsers } = await import('./limit-users.ts')
    done(await limitUsers({ users, client, t }, change))
  }
  return (
    <>
      <LazyMenu
        trigger={
          <Button size="small" icon={<Users size={14} aria-hidden />} loading={move.isPending}>
            {t('bulk.move')}
          </Button>
        }
        entries={() => groups.map((group) => ({ label: group, run: () => move.mutate(group) }))}
      />
      <BulkLimitsButton names={users.map(({ username }) => username)} apply={limit} />
    </>
  )
}
