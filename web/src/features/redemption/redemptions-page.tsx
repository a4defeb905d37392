import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contract/api/redemption.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { ChoiceFilter } from '#web/ui/table/search/choice-filter.tsx'
import { MoreFilters } from '#web/ui/table/search/more-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-filter.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { CopyChosen } from '#web/ui/table/selection/copy-selected.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { RedemptionBulkActions } from './bulk-actions.tsx'
import { stateOfCode } from './code-status.ts'
import { useRedemptionColumns } from './columns.tsx'
import { useRedemptionActions } from './redemption-actions.ts'
import { fetchAllRedemptions, redemptionsQuery } from './redemption-list.ts'
import { redemptionList, STATUSES } from './redemption-search.ts'
import { useWhyNotEdit } from './why-not-edit.ts'

const idOf = (code: Redemption) => code.id
/** The id is included, since codes created together share their name. */
const nameOf = (code: Redemption) => `${code.name} (${code.id})`

/** The codes that users redeem for balance; the create and edit drawers are child routes. */
export function RedemptionsPage() {
  const { t } = useTranslation('redemption')
  const navigate = useNavigate()
  const list = useList('redemptions', redemptionList)
  const query = useQuery(redemptionsQuery(list.state))
  const actions = useRedemptionActions()
  const columns = useRedemptionColumns(actions)
  const whyNotEdit = useWhyNotEdit()
  const edit = (code: Redemption) => {
    const reason = whyNotEdit(code)
    if (reason) return toast.info(reason)
    void navigate({ to: '/redemption/edit/$id', params: { id: code.id }, search: true })
  }
  const add = (
    <Link to="/redemption/add" search={true} className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
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
        filters={
          <>
            <SearchFilter
              list={list}
              name="keyword"
              label={t('filter.keyword')}
              placeholder={t('filter.keywordHint')}
              hint={t('filter.keywordCode')}
            />
            <MoreFilters list={list} beside={['keyword']}>
              <ChoiceFilter
                list={list}
                name="status"
                label={t('column.status')}
                options={STATUSES.map((status) => ({ value: status, label: t(`status.${stateOfCode({ status })}`) }))}
              />
            </MoreFilters>
          </>
        }
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: add }}
        muted={(code) => stateOfCode(code) !== 'unused'}
        extra={(codes) => codes.length === 0 && <CopyChosen label={t('bulk.copy')} reason={t('bulk.none')} />}
        bulk={(codes, done) => <RedemptionBulkActions {...{ codes, actions, done }} />}
        loadAll={() => fetchAllRedemptions(list.state)}
        onOpen={edit}
        onEdit={edit}
        onCreate={() => void navigate({ to: '/redemption/add', search: true })}
        onCopy={(code) => void copyText(String(code.id), String(code.id))}
      />
      <Outlet />
    </ListPage>
  )
}
