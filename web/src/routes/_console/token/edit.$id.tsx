import { createFileRoute } from '@tanstack/react-router'
import { ObjectDrawer } from '#web/features/objects/object-view.tsx'
import { tokenKind } from '#web/features/objects/token.tsx'
import { tokenQuery } from '#web/features/tokens/token-list.ts'
import { recordLoader, recordParams } from '#web/lib/record-route.ts'

export const Route = createFileRoute('/_console/token/edit/$id')({
  params: recordParams,
  loader: recordLoader((id) => [tokenQuery(id)], 'form'),
  component: () => <ObjectDrawer kind={tokenKind} id={Route.useParams().id} />,
})
