import { createFileRoute } from '@tanstack/react-router'
import { channelQuery, knownModelsQuery } from '#web/features/channels/queries/channel-list.ts'
import { channelKind } from '#web/features/objects/channel.tsx'
import { ObjectPage } from '#web/features/objects/object-view.tsx'
import { groupsQuery } from '#web/lib/groups.ts'
import { recordLoader, recordParams } from '#web/lib/record-route.ts'

export const Route = createFileRoute('/_console/channel_/$id')({
  staticData: { page: { name: 'channel', access: 'admin' } },
  params: recordParams,
  loader: recordLoader(
    (id) => [groupsQuery, knownModelsQuery, channelQuery(id)],
    'table',
    'channels',
    'form',
    'editor',
  ),
  component: () => <ObjectPage kind={channelKind} id={Route.useParams().id} />,
})
