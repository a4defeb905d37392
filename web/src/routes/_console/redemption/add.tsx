import { createFileRoute } from '@tanstack/react-router'
import { CreateRedemptionDrawer } from '#web/features/redemption/create-drawer.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/redemption/add')({
  loader: () => loadNamespaces('form'),
  component: CreateRedemptionDrawer,
})
