import { createFileRoute } from '@tanstack/react-router'
import { ObjectPage } from '#web/features/objects/object-view.tsx'
import { userKind } from '#web/features/objects/user.tsx'
import { userQuery } from '#web/features/users/user-list.ts'
import { recordLoader, recordParams } from '#web/lib/record-route.ts'

export const Route = createFileRoute('/_console/user_/$id')({
  staticData: { page: { name: 'user', access: 'admin' } },
  params: recordParams,
  loader: recordLoader((id) => [userQuery(id)], 'table', 'users', 'form'),
  component: () => <ObjectPage kind={userKind} id={Route.useParams().id} />,
})
