import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Settings from 'lucide-react/icons/settings'
import { useTranslation } from 'react-i18next'
import { RULE_KIND_NAMES } from '#contract/alerts/rules.ts'
import type { Alert } from '#contract/api/alerts.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { useStored } from '#web/lib/storage.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { ChoiceFilter } from '#web/ui/table/search/choice-filter.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { AlertDetails } from './alert-details.tsx'
import { alertsQuery } from './alert-queries.ts'
import { ALERT_STATES, alertList } from './alert-search.ts'
import { useAlertColumns } from './columns.tsx'

const idOf = (alert: Alert) => alert.id

/** What is wrong now, and what was. Root sets up the rules and who is told. */
export function AlertsPage() {
  const { t } = useTranslation('alerts')
  const user = useUser()
  const language = useStored('language')
  const list = useList('alerts', alertList)
  const query = useQuery(alertsQuery(list.state))
  const columns = useAlertColumns()
  const setup = allows('root', user) && (
    <Link to="/alerts/setup" className={buttonClass()}>
      <Settings size={16} aria-hidden />
      {t('setup')}
    </Link>
  )
  return (
    <ListPage title={t('title')} action={setup}>
      <DataTable
        caption={t('title')}
        list={list}
        query={query}
        columns={columns}
        idOf={idOf}
        nameOf={({ title, id }) => `${title[language]} (${id})`}
        muted={({ until }) => until > 0}
        filters={
          <>
            <ChoiceFilter
              list={list}
              name="state"
              label={t('filter.state')}
              options={ALERT_STATES.map((state) => ({ value: state, label: t(`state.${state}`) }))}
            />
            <ChoiceFilter
              list={list}
              name="kind"
              label={t('filter.kind')}
              options={RULE_KIND_NAMES.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
            />
          </>
        }
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
        details={(alert) => <AlertDetails alert={alert} />}
      />
    </ListPage>
  )
}
