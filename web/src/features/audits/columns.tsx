import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ObjectLink } from '#web/ui/object-link.tsx'
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
      column('actor', t('column.actor'), 104, (row) => <Actor row={row} />, { priority: 1 }),
      column(
        'action',
        t('column.action'),
        212,
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
      <ObjectLink kind="user" id={actor_id}>
        {actor_name}
      </ObjectLink>
    </span>
  )
}

/** The kinds of target that have a page. */
const PAGES = ['user', 'channel', 'token'] as const

/** Shows the target of a row by its name, with a link where the target has a page. */
function Target({ row: { target_kind: kind, target_id, target_name }, words }: { row: AuditRow; words: Wording }) {
  const page = PAGES.find((each) => each === kind)
  const name = words.target(kind, target_name || target_id)
  return (
    <span className="flex gap-1.5">
      <span className="shrink-0 text-muted">{words.kind(kind)}</span>
      {page && target_name ? (
        <ObjectLink kind={page} id={target_id}>
          {name}
        </ObjectLink>
      ) : (
        <EndCut text={name} />
      )}
    </span>
  )
}
