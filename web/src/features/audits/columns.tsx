import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Kind } from '#web/ui/status.tsx'
import { EndCut, textColumn, timeColumn } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { actionColour } from './actions.ts'
import type { AuditRow } from './audit-list.ts'
import { summaryOf } from './summary.ts'
import { useWording, type Wording } from './use-wording.ts'

/** Returns the columns of the audit log in the reader's language. */
export function useAuditColumns(): readonly Column<AuditRow>[] {
  const { t } = useTranslation('audits')
  const words = useWording()
  // The words are new on every render; the language is what makes others of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => [
      timeColumn({
        id: 'created_at',
        header: t('column.time'),
        priority: 1,
        width: 176,
        pin: 'start',
        card: 'title',
        exact: true,
        value: (row) => row.created_at,
      }),
      {
        id: 'actor',
        header: t('column.actor'),
        priority: 1,
        width: 136,
        cell: (row) => <Actor row={row} />,
      },
      {
        id: 'action',
        header: t('column.action'),
        priority: 1,
        width: 148,
        card: 'status',
        cell: ({ action }) => <Kind colour={actionColour(action)}>{words.action(action)}</Kind>,
      },
      {
        id: 'target',
        header: t('column.target'),
        priority: 1,
        width: 216,
        // Takes the remaining width when the summary is hidden. A growing time column could shrink and lose its
        // seconds.
        grow: true,
        cell: (row) => <Target row={row} words={words} />,
      },
      {
        id: 'summary',
        header: t('column.summary'),
        priority: 2,
        width: 240,
        grow: true,
        card: 'wide',
        cell: (row) => (
          <span className="flex">
            <EndCut text={summaryOf(row, words)} />
          </span>
        ),
      },
      textColumn({ id: 'ip', header: 'IP', hidden: true, priority: 3, width: 120, value: (row) => row.ip }),
      textColumn({
        id: 'request_id',
        header: t('column.request'),
        hidden: true,
        priority: 3,
        cut: 'middle',
        value: (row) => row.request_id,
      }),
    ],
    [t],
  )
}

/** Shows the actor of a row. The server itself has no user id. */
function Actor({ row: { actor_id, actor_name } }: { row: AuditRow }) {
  const { t } = useTranslation('audits')
  if (actor_id === 0) return <span className="text-muted">{t('system')}</span>
  return (
    <span className="flex">
      <EndCut text={actor_name} />
    </span>
  )
}

/** Shows the target of a row, with a link where the target has a page. */
function Target({ row: { target_kind: kind, target_id }, words }: { row: AuditRow; words: Wording }) {
  const name = `${words.kind(kind)} ${target_id}`.trim()
  const id = Number(target_id)
  const link = { children: name, className: 'block w-fit max-w-full truncate hover:underline', params: { id } }
  if (id > 0 && kind === 'user') return <Link to="/user/$id" {...link} />
  if (id > 0 && kind === 'channel') return <Link to="/channel/$id" {...link} />
  return (
    <span className="flex">
      <EndCut text={name} />
    </span>
  )
}
