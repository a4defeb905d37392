import { createFileRoute } from '@tanstack/react-router'
import { EditChannelDrawer } from '#web/features/channels/editor/edit-drawer.tsx'
import { channelQuery, knownModelsQuery } from '#web/features/channels/queries/channel-list.ts'
import { ChannelFrame } from '#web/features/objects/channel-frame.tsx'
import { groupsQuery } from '#web/lib/groups.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/channel/edit/$id')({
  params: { parse: ({ id }) => ({ id: Number(id) }), stringify: ({ id }) => ({ id: String(id) }) },
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(groupsQuery)
    void queryClient.prefetchQuery(knownModelsQuery)
    void queryClient.prefetchQuery(channelQuery(params.id))
    return loadNamespaces('form', 'editor')
  },
  component: () => <EditChannelDrawer id={Route.useParams().id} Frame={ChannelFrame} />,
})
