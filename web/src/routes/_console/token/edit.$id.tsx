import { createFileRoute } from '@tanstack/react-router'
import { TokenFrame } from '#web/features/objects/token-frame.tsx'
import { EditTokenDrawer } from '#web/features/tokens/edit-drawer.tsx'
import { tokenQuery } from '#web/features/tokens/token-list.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/token/edit/$id')({
  params: { parse: ({ id }) => ({ id: Number(id) }), stringify: ({ id }) => ({ id: String(id) }) },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(tokenQuery(params.id))
    return loadNamespaces('form')
  },
  component: () => <EditTokenDrawer id={Route.useParams().id} Frame={TokenFrame} />,
})
