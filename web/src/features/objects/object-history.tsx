import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { auditsQuery } from '#web/features/audits/audit-list.ts'
import { summaryOf } from '#web/features/audits/summary.ts'
import { useWording } from '#web/features/audits/use-wording.ts'
import { DASH } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { Time } from '#web/ui/time.tsx'

const SHOWN = 20

interface ObjectHistoryProps {
  kind: 'channel' | 'user' | 'token' | 'option'
  /** "" = all of the kind. */
  id: number | string
  /** Only changes of an entry of this name. */
  mentions?: string
}

/** Who changed an object, when and how, from the audit log; for root. */
export default function ObjectHistory({ kind, id, mentions }: ObjectHistoryProps) {
  const { t } = useTranslation('form')
  const words = useWording()
  const filters = { target_kind: kind, ...(id !== '' && { target_id: String(id) }) }
  const size = mentions === undefined ? SHOWN : MAX_PAGE_SIZE
  const { data, error, refetch } = useQuery(auditsQuery({ page: 1, size, sort: null, filters }))
  if (!data) return error ? <ListFailure error={error} onRetry={refetch} /> : <Skeleton className="h-40 w-full" />
  const rows =
    mentions === undefined
      ? data.data
      : data.data.flatMap((row) => {
          const changes = row.changes.filter(({ path }) => path.includes(mentions))
          return changes.length > 0 ? { ...row, changes } : []
        })
  if (rows.length === 0) return <p className="text-muted">{t('object.noHistory')}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              to="/audit"
              search={{ ...filters, row: row.id }}
              className="grid grid-cols-[9rem_minmax(0,1fr)] gap-3 py-1.5 text-small hover:bg-hover"
            >
              <span className="text-muted">
                <Time at={row.created_at} />
              </span>
              <span className="min-w-0">
                <span className="block truncate">
                  {words.action(row.action)} · {row.actor_name || DASH}
                </span>
                <span className="block truncate text-muted">{summaryOf(row, words)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/audit" search={filters} className={buttonClass('default', 'small', 'mt-3')}>
        {t('object.wholeHistory')}
      </Link>
    </>
  )
}
