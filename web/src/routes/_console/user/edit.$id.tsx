import { createFileRoute } from '@tanstack/react-router'
import { UserFrame } from '#web/features/objects/user-frame.tsx'
import { EditUserDrawer } from '#web/features/users/edit-drawer.tsx'
import { userQuery } from '#web/features/users/user-list.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/user/edit/$id')({
  params: { parse: ({ id }) => ({ id: Number(id) }), stringify: ({ id }) => ({ id: String(id) }) },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(userQuery(params.id))
    return loadNamespaces('form')
  },
  component: () => <EditUserDrawer id={Route.useParams().id} Frame={UserFrame} />,
})
