import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { ChoiceFilter } from '#web/ui/table/search/choice-filter.tsx'
import { MoreFilters } from '#web/ui/table/search/more-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-filter.tsx'
import { type List, useList } from '#web/ui/table/search/use-list.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { UserBulkActions } from './bulk-actions.tsx'
import { useUserColumns } from './columns.tsx'
import { mayEdit } from './refusal.ts'
import { stateOfUser } from './standing.ts'
import { useUserActions } from './user-actions.ts'
import { fetchAllUsers, usersQuery } from './user-list.ts'
import { userList } from './user-search.ts'

const idOf = (user: User) => user.id
const nameOf = (user: User) => user.username

/** All users; the create and edit drawers are child routes. */
export function UsersPage() {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const actor = useUser()
  const list = useList('users', userList)
  const query = useQuery(usersQuery(list.state))
  const columns = useUserColumns(useUserActions())
  const edit = (user: User) => {
    if (!mayEdit(actor, user)) toast.info(t('refusal.rank'))
    else void navigate({ to: '/user/edit/$id', params: { id: user.id }, search: true })
  }
  const add = (
    <Link to="/user/add" search={true} className={buttonClass('primary')}>
      <UserPlus size={16} aria-hidden />
      {t('add')}
    </Link>
  )
  return (
    <ListPage title={t('title')} action={add}>
      <DataTable
        caption={t('title')}
        list={list}
        query={query}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        filters={<Filters list={list} />}
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: add }}
        muted={(user) => stateOfUser(user) !== 'active'}
        bulk={(users, done) => <UserBulkActions {...{ users, done }} />}
        loadAll={() => fetchAllUsers(list.state)}
        onOpen={edit}
        onEdit={edit}
        onCreate={() => void navigate({ to: '/user/add', search: true })}
        onCopy={(user) => void copyText(String(user.id), String(user.id))}
      />
      <Outlet />
    </ListPage>
  )
}

function Filters({ list }: { list: List }) {
  const { t } = useTranslation('users')
  const { data: groups = [] } = useQuery(groupsQuery)
  return (
    <>
      <SearchFilter
        list={list}
        name="keyword"
        label={t('filter.keyword')}
        placeholder={t('filter.keywordHint')}
        hint={t('filter.keywordMore')}
        className="sm:w-104!"
      />
      <MoreFilters list={list} beside={['keyword']}>
        <ChoiceFilter
          list={list}
          name="group"
          label={t('filter.group')}
          options={groups.map((value) => ({ value, label: value }))}
        />
      </MoreFilters>
    </>
  )
}
