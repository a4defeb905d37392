import { createFileRoute } from '@tanstack/react-router'
import { CreateUserDrawer } from '#web/features/users/create-drawer.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/user/add')({
  loader: () => loadNamespaces('form'),
  component: CreateUserDrawer,
})
