import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordPage } from '#web/features/entry/new-password-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/user/reset')({
  staticData: { page: { name: 'newPassword' } },
  loader: () => loadNamespaces('entry'),
  component: NewPasswordPage,
})
