import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '#web/features/entry/reset-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/reset')({
  staticData: { page: { name: 'reset' } },
  loader: () => loadNamespaces('entry'),
  component: ResetPage,
})
