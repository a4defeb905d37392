import { createFileRoute } from '@tanstack/react-router'
import { Chat2LinkPage } from '#web/features/chat/chat2link-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/chat2link')({
  staticData: { page: { name: 'chat' } },
  loader: () => loadNamespaces('table', 'chat'),
  component: Chat2LinkPage,
})
