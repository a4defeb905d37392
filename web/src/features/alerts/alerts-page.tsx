import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Settings from 'lucide-react/icons/settings'
import { useTranslation } from 'react-i18next'
import { RULE_KIND_NAMES } from '#contract/alerts/rules.ts'
import type { Alert } from '#contract/api/alerts.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { useStored } from '#web/lib/storage.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { listPage } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { AlertActions } from './alert-actions.tsx'
import { AlertDetails } from './alert-details.tsx'
import { alertsQuery } from './alert-queries.ts'
import { ALERT_STATES, alertList } from './alert-search.ts'
import { useAlertColumns } from './columns.tsx'

/** What is wrong now, and what was. Root sets up the rules and who is told. */
export const AlertsPage = listPage<Alert, (typeof alertList)['filters']>({
  id: 'alerts',
  spec: alertList,
  useParts: useAlertParts,
})

function useAlertParts(list: List<(typeof alertList)['filters']>) {
  const { t } = useTranslation('alerts')
  const user = useUser()
  const language = useStored('language')
  return {
    title: t('title'),
    action: allows('root', user) && (
      <Link to="/alerts/setup" className={buttonClass()}>
        <Settings size={16} aria-hidden />
        {t('setup')}
      </Link>
    ),
    query: useQuery(alertsQuery(list.state)),
    columns: useAlertColumns(),
    nameOf: ({ title, id }: Alert) => `${title[language]} (${id})`,
    muted: ({ until }: Alert) => until > 0,
    filters: [
      {
        name: 'state',
        label: t('filter.state'),
        options: ALERT_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
      },
      {
        name: 'kind',
        label: t('filter.kind'),
        options: RULE_KIND_NAMES.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
      },
    ],
    empty: { title: t('empty.title'), hint: t('empty.hint') },
    drawer: {
      title: ({ title }: Alert) => title[language],
      body: (alert: Alert) => <AlertDetails alert={alert} />,
      buttons: (alert: Alert) => <AlertActions alert={alert} />,
    },
  }
}
