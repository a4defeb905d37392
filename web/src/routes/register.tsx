import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '#web/features/entry/register-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/register')({
  staticData: { page: { name: 'register' } },
  loader: () => loadNamespaces('login', 'entry'),
  component: RegisterPage,
})
