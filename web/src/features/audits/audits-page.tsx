import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Hash from 'lucide-react/icons/hash'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { RangeFilter } from '#web/features/logs/filters/range-filter.tsx'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatTime } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { listPage } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { ACTION_KINDS, ACTION_NAMES, TARGET_KINDS } from './actions.ts'
import { type AuditRow, auditsQuery } from './audit-list.ts'
import { auditList } from './audit-search.ts'
import { useAuditColumns } from './columns.tsx'
import type { Change } from './difference.ts'
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

/** Details of an expanded row: every field before and after, actor and origin, and links to related pages. */
function AuditDetail({ row }: { row: AuditRow }) {
  const { t } = useTranslation('audits')
  const words = useWording()
  const { actor_id, actor_name, target_kind, target_id, ip, request_id } = row
  const links = [
    { name: t('only.actor'), filter: { actor: String(actor_id) } },
    { name: t('only.target'), filter: { target_kind, target_id: target_id || undefined } },
  ]
  return (
    <div className="grid grid-cols-1 gap-3">
      <DifferenceTable row={row} />
      <Facts
        facts={[
          { name: t('column.actor'), value: actor_id === 0 ? t('system') : `${actor_name} (ID ${actor_id})` },
          { name: t('column.target'), value: `${words.kind(target_kind)} ${target_id}` },
          { name: 'IP', value: ip },
          request_id && {
            name: t('column.request'),
            wide: true,
            value: (
              <span className="flex items-center gap-1">
                <code lang="" className="min-w-0 break-all">
                  {request_id}
                </code>
                <CopyButton label={t('copyRequest')} text={request_id} shown={request_id} />
              </span>
            ),
          },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {links.map(({ name, filter }) => (
          <Link
            key={name}
            from="/audit"
            to="/audit"
            search={({ p: _page, ...search }) => ({ ...search, ...filter })}
            className={buttonClass('default', 'small')}
          >
            {name}
          </Link>
        ))}
      </div>
    </div>
  )
}

/** Shows the changes of a row field by field, before and after. */
function DifferenceTable({ row }: { row: AuditRow }) {
  const { t } = useTranslation('audits')
  const words = useWording()
  const { changes, target_kind: kind } = row
  if (changes.length === 0) return <p className="text-muted">{t('detail.nothing')}</p>
  return (
    <table className="w-full table-fixed border-collapse text-start max-sm:block">
      <caption className="sr-only">{t('detail.caption')}</caption>
      <thead className="max-sm:sr-only">
        <tr className="text-small text-muted">
          <th scope="col" className="w-48 py-1 pe-3 text-start font-normal">
            {t('detail.field')}
          </th>
          <th scope="col" className="py-1 pe-3 text-start font-normal">
            {t('detail.before')}
          </th>
          <th scope="col" className="py-1 text-start font-normal">
            {t('detail.after')}
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {changes.map((change) => {
          const [before, after] = sidesOf(change).map((value) => words.value(kind, change.path, value))
          return (
            <tr key={change.path.join('.')} className="border-line border-t align-top max-sm:block max-sm:py-2">
              <th scope="row" className="py-2 pe-3 text-start font-normal break-words max-sm:block max-sm:py-0.5">
                {words.field(change.path)}
              </th>
              <Side sign="−" text={before} className="bg-danger-soft" />
              <Side sign="+" text={after} className="bg-success-soft" />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Returns the values before and after; for a list, the removed and the added members. */
function sidesOf(change: Change): [before: unknown, after: unknown] {
  return change.kind === 'list' ? [change.removed.join('\n'), change.added.join('\n')] : [change.before, change.after]
}

interface SideProps {
  /** A character that marks the side, so that colour is not the only difference. */
  sign: string
  text: string | null | undefined
  className: string
}

function Side({ sign, text, className }: SideProps) {
  return (
    <td className="py-1.5 pe-3 last:pe-0 max-sm:block max-sm:py-0.5 max-sm:pe-0">
      {text ? (
        <span className={cx('flex gap-1.5 rounded-control px-1.5 py-0.5', className)}>
          <span aria-hidden className="select-none">
            {sign}
          </span>
          <span
            lang=""
            tabIndex={text.length > LONG ? 0 : undefined}
            className="max-h-60 min-w-0 overflow-y-auto break-words whitespace-pre-wrap"
          >
            {text}
          </span>
        </span>
      ) : (
        <span className="px-1.5 text-muted">{DASH}</span>
      )}
    </td>
  )
}

/** Texts of at least this length may need more than their default height. */
const LONG = 300
