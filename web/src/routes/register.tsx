import { createFileRoute, redirect } from '@tanstack/react-router'
import { RegisterPage } from '#web/features/entry/register-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { isLoggedIn } from '#web/lib/session.ts'

export const Route = createFileRoute('/register')({
  staticData: { page: { name: 'register' } },
  beforeLoad: () => {
    if (isLoggedIn()) throw redirect({ to: '/token', replace: true })
  },
  loader: () => loadNamespaces('login', 'entry'),
  component: RegisterPage,
})
