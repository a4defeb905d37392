import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/api/alerts.ts'
import { useStored } from '#web/lib/storage.ts'
import { Status } from '#web/ui/status.tsx'
import { actionsColumn, nameColumn, statusColumn, textColumn, timeColumn } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { AlertActions } from './alert-actions.tsx'
import { useKindName } from './alert-kinds.ts'

/** Returns the columns of the alerts in the reader's language. */
export function useAlertColumns(): readonly Column<Alert>[] {
  const { t } = useTranslation('alerts')
  const language = useStored('language')
  const nameOf = useKindName()
  // The names are new on every render; the language is what makes others of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => [
      nameColumn(
        'title',
        t('column.title'),
        ({ title }) => (
          <span className="block truncate max-sm:whitespace-normal" {...tipIfCut(title[language])}>
            {title[language]}
          </span>
        ),
        { width: 340, grow: true },
      ),
      statusColumn('state', t('column.state'), (alert) => <AlertState alert={alert} />, { width: 112 }),
      textColumn('kind', t('column.kind'), ({ kind }) => nameOf(kind), { width: 204 }),
      timeColumn('since', t('column.since'), ({ since }) => since, { priority: 2, width: 156 }),
      timeColumn('until', t('column.until'), ({ until }) => until, { width: 156 }),
      timeColumn('notified', t('column.notified'), ({ notified_at }) => notified_at, { hidden: true }),
      actionsColumn(t('column.actions'), 132, (alert) => <AlertActions inRow alert={alert} />),
    ],
    [t, language],
  )
}

/** Whether it lasts, and whether somebody looks after it. */
function AlertState({ alert: { until, acknowledged_at, acknowledged_by, silenced_until } }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  if (until > 0) return <Status colour="green">{t('state.resolved')}</Status>
  if (silenced_until * 1000 > Date.now()) return <Status colour="grey">{t('state.silenced')}</Status>
  if (acknowledged_at === 0) return <Status colour="red">{t('state.open')}</Status>
  return (
    <Status colour="orange" tooltip={t('acknowledgedBy', { name: acknowledged_by })}>
      {t('state.acknowledged')}
    </Status>
  )
}
