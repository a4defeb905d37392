import { createFileRoute } from '@tanstack/react-router'
import { ChannelsPage } from '#web/features/channels/list/channels-page.tsx'
import { channelsQuery } from '#web/features/channels/queries/channel-list.ts'
import { channelList } from '#web/features/channels/queries/channel-search.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { getStored } from '#web/lib/storage.ts'
import { parseListSearch } from '#web/ui/table/search/list-search.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/channel')({
  staticData: { page: { name: 'channel', nav: { access: 'admin', key: 'c' } } },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(channelList, search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(
      channelsQuery({ ...listStateOf(channelList, deps), idSort: getStored('id-sort') }),
    )
    void context.queryClient.prefetchQuery(groupsQuery)
    return loadNamespaces('table', 'channels')
  },
  component: ChannelsPage,
})
