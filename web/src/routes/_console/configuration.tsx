import { createFileRoute } from '@tanstack/react-router'
import { ConfigurationPage } from '#web/features/configuration/configuration-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/configuration')({
  staticData: { page: { name: 'configuration', nav: { access: 'root' } } },
  loader: () => loadNamespaces('configuration'),
  component: ConfigurationPage,
})
