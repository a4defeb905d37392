import { createFileRoute } from '@tanstack/react-router'
import { ChatPage } from '#web/features/chat/chat-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/chat')({
  staticData: { page: { name: 'chat', nav: { access: 'user', key: 'o' } } },
  loader: () => loadNamespaces('table', 'chat'),
  component: () => <ChatPage />,
})
