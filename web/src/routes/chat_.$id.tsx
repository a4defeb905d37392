import { createFileRoute } from '@tanstack/react-router'
import { ChatPage } from '#web/features/chat/chat-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/chat_/$id')({
  staticData: { page: { name: 'chat' } },
  loader: () => loadNamespaces('table', 'chat'),
  component: () => <ChatPage id={Route.useParams().id} />,
})
