import { createFileRoute } from '@tanstack/react-router'
import { ObjectDrawer } from '#web/features/objects/object-view.tsx'
import { userKind } from '#web/features/objects/user.tsx'
import { userQuery } from '#web/features/users/user-list.ts'
import { recordLoader, recordParams } from '#web/lib/record-route.ts'

export const Route = createFileRoute('/_console/user/edit/$id')({
  params: recordParams,
  loader: recordLoader((id) => [userQuery(id)], 'form'),
  component: () => <ObjectDrawer kind={userKind} id={Route.useParams().id} />,
})
