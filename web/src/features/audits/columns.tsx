import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Kind } from '#web/ui/status.tsx'
import { column, EndCut, textColumn, timeColumn } from '#web/ui/table/cells.tsx'
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
      timeColumn('created_at', t('column.time'), (row) => row.created_at, {
        priority: 1,
        width: 176,
        pin: 'start',
        card: 'title',
        exact: true,
      }),
      column('actor', t('column.actor'), 136, (row) => <Actor row={row} />, { priority: 1 }),
      column(
        'action',
        t('column.action'),
        148,
        ({ action }) => <Kind colour={actionColour(action)}>{words.action(action)}</Kind>,
        { priority: 1, card: 'status' },
      ),
      column('target', t('column.target'), 216, (row) => <Target row={row} words={words} />, {
        priority: 1, // Takes the remaining width when the summary is hidden. A growing time column could shrink and lose its
        // seconds.
        grow: true,
      }),
      column(
        'summary',
        t('column.summary'),
        240,
        (row) => (
          <span className="flex">
            <EndCut text={summaryOf(row, words)} />
          </span>
        ),
        { grow: true, card: 'wide' },
      ),
      textColumn('ip', 'IP', (row) => row.ip, { hidden: true, priority: 3, width: 120 }),
      textColumn('request_id', t('column.request'), (row) => row.request_id, {
        hidden: true,
        priority: 3,
        cut: 'middle',
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
