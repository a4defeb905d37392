import { createFileRoute } from '@tanstack/react-router'
import { CallbackPage } from '#web/features/entry/callback-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/oauth/$way')({
  staticData: { page: { name: 'callback' } },
  loader: () => loadNamespaces('login', 'entry'),
  component: () => <CallbackPage way={Route.useParams().way} />,
})
