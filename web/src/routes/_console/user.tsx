import { createFileRoute } from '@tanstack/react-router'
import { usersQuery } from '#web/features/users/user-list.ts'
import { userList } from '#web/features/users/user-search.ts'
import { UsersPage } from '#web/features/users/users-page.tsx'
import { groupsQuery } from '#web/lib/groups.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { parseListSearch } from '#web/ui/table/search/list-search.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/user')({
  staticData: { page: { name: 'user', nav: { access: 'admin', key: 'u' } } },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(userList, search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(usersQuery(listStateOf(userList, deps)))
    void context.queryClient.prefetchQuery(groupsQuery)
    return loadNamespaces('table', 'users')
  },
  component: UsersPage,
})
