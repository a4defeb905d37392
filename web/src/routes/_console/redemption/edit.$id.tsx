import { createFileRoute } from '@tanstack/react-router'
import { EditRedemptionDrawer } from '#web/features/redemption/edit-drawer.tsx'
import { redemptionQuery } from '#web/features/redemption/redemption-list.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/redemption/edit/$id')({
  params: { parse: ({ id }) => ({ id: Number(id) }), stringify: ({ id }) => ({ id: String(id) }) },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(redemptionQuery(params.id))
    return loadNamespaces('form')
  },
  component: () => <EditRedemptionDrawer id={Route.useParams().id} />,
})
