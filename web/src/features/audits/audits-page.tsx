import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#web/lib/format.ts'
import { copyText } from '#web/ui/copy/copy.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { AuditDetail } from './audit-detail.tsx'
import { type AuditRow, auditsQuery } from './audit-list.ts'
import { auditList } from './audit-search.ts'
import { useAuditColumns } from './columns.tsx'
import { AuditFilters } from './filters.tsx'
import { useWording } from './use-wording.ts'

const idOf = (row: AuditRow) => row.id

/**
 * Lists administrative changes with their authors, newest first. A row expands to show values before and
 * after.
 */
export function AuditsPage() {
  const { t } = useTranslation('audits')
  const words = useWording()
  const list = useList('audits', auditList)
  const query = useQuery(auditsQuery(list.state))
  const columns = useAuditColumns()
  return (
    <ListPage title={t('title')}>
      <DataTable
        caption={t('title')}
        list={list}
        query={query}
        columns={columns}
        idOf={idOf}
        nameOf={(row) => `${words.action(row.action)} ${formatTime(row.created_at)}`}
        filters={<AuditFilters list={list} />}
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
        details={(row) => <AuditDetail row={row} />}
        onCopy={(row) => void copyText(String(row.id), String(row.id))}
      />
    </ListPage>
  )
}
