import { useQuery } from '@tanstack/react-query'
import Hash from 'lucide-react/icons/hash'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { RangeFilter } from '#web/features/logs/filters/range-filter.tsx'
import { formatTime } from '#web/lib/format.ts'
import { listPage } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { ACTION_KINDS, ACTION_NAMES, TARGET_KINDS } from './actions.ts'
import { AuditDetail } from './audit-detail.tsx'
import { type AuditRow, auditsQuery } from './audit-list.ts'
import { auditList } from './audit-search.ts'
import { useAuditColumns } from './columns.tsx'
import { useWording } from './use-wording.ts'

/** Lists administrative changes with their authors, newest first. The drawer shows values before and after. */
export const AuditsPage = listPage<AuditRow, (typeof auditList)['filters']>({
  id: 'audits',
  spec: auditList,
  useParts: useAuditParts,
})

function useAuditParts(list: List<(typeof auditList)['filters']>) {
  const { t } = useTranslation('audits')
  const words = useWording()
  const kinds = ACTION_KINDS.map((kind) => ({ value: kind, label: t('filter.allOf', { kind: words.kind(kind) }) }))
  const actions = ACTION_NAMES.map((action) => ({ value: action, label: words.action(action) }))
  const nameOf = (row: AuditRow) => `${words.action(row.action)} ${formatTime(row.created_at)}`
  return {
    title: t('title'),
    query: useQuery(auditsQuery(list.state)),
    columns: useAuditColumns(),
    nameOf,
    filters: [
      { name: 'actor', label: t('filter.actor'), hint: t('filter.actorHint'), icon: User, className: 'sm:w-36!' },
      { name: 'action', label: t('filter.action'), options: [...kinds, ...actions] },
      {
        name: 'target_kind',
        label: t('filter.targetKind'),
        options: TARGET_KINDS.map((kind) => ({ value: kind, label: words.kind(kind) })),
      },
      { name: 'target_id', label: t('filter.target'), hint: t('filter.targetHint'), icon: Hash, className: 'sm:w-36!' },
      { name: 'range', control: <RangeFilter list={list} initial="all" /> },
    ],
    empty: { title: t('empty.title'), hint: t('empty.hint') },
    drawer: { title: nameOf, body: (row: AuditRow) => <AuditDetail row={row} /> },
  }
}
