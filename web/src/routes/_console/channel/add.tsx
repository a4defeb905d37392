import { createFileRoute } from '@tanstack/react-router'
import { CreateChannelDrawer } from '#web/features/channels/editor/create-drawer.tsx'
import { channelQuery, knownModelsQuery } from '#web/features/channels/queries/channel-list.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { integer } from '#web/ui/table/search/list-search.ts'

const copied = integer({ min: 1 })

export const Route = createFileRoute('/_console/channel/add')({
  /** `copy`: the channel from which the form is pre-filled. */
  validateSearch: (search: Record<string, unknown>): { copy?: number } => ({ copy: copied.parse(search.copy) }),
  loaderDeps: ({ search: { copy } }) => ({ copy }),
  loader: ({ context: { queryClient }, deps: { copy } }) => {
    void queryClient.prefetchQuery(groupsQuery)
    void queryClient.prefetchQuery(knownModelsQuery)
    if (copy) void queryClient.prefetchQuery(channelQuery(copy))
    return loadNamespaces('form', 'editor')
  },
  component: () => <CreateChannelDrawer copy={Route.useSearch().copy} />,
})
