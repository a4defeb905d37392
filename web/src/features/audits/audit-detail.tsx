import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import type { AuditRow } from './audit-list.ts'
import { DifferenceTable } from './difference-table.tsx'

/** Details of an expanded row: every field before and after, actor and origin, and links to related pages. */
export function AuditDetail({ row }: { row: AuditRow }) {
  const { t } = useTranslation('audits')
  const { actor_id, actor_name, target_kind, target_id, ip, request_id } = row
  const links = [
    { name: t('only.actor'), filter: { actor: String(actor_id) } },
    { name: t('only.target'), filter: { target_kind, target_id: target_id || undefined } },
  ]
  return (
    <div className="grid grid-cols-1 gap-3">
      <DifferenceTable row={row} />
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-small">
        <Fact name={t('column.actor')}>{actor_id === 0 ? t('system') : `${actor_name} (ID ${actor_id})`}</Fact>
        {ip && <Fact name="IP">{ip}</Fact>}
        {request_id && (
          <Fact name={t('column.request')}>
            <code lang="" className="min-w-0 break-all">
              {request_id}
            </code>
            <CopyButton label={t('copyRequest')} text={request_id} shown={request_id} />
          </Fact>
        )}
      </dl>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="flex items-center gap-1">{children}</dd>
    </div>
  )
}
