import { createFileRoute } from '@tanstack/react-router'
import { ChatPage } from '#web/features/chat/chat-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/chat')({
  staticData: { page: { name: 'chat', nav: { order: 18, access: 'user', key: 'o', bar: false } } },
  loader: () => loadNamespaces('table', 'chat'),
  component: () => <ChatPage />,
})
