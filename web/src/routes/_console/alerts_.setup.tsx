import { createFileRoute } from '@tanstack/react-router'
import { alertSetupQuery } from '#web/features/alerts/alert-queries.ts'
import { SetupPage } from '#web/features/alerts/setup-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/alerts_/setup')({
  staticData: { page: { name: 'alertSetup' } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(alertSetupQuery)
    return loadNamespaces('table', 'alerts')
  },
  component: SetupPage,
})
