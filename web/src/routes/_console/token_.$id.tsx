import { createFileRoute } from '@tanstack/react-router'
import { ObjectPage } from '#web/features/objects/object-view.tsx'
import { tokenKind } from '#web/features/objects/token.tsx'
import { tokenQuery } from '#web/features/tokens/token-list.ts'
import { recordLoader, recordParams } from '#web/lib/record-route.ts'

export const Route = createFileRoute('/_console/token_/$id')({
  staticData: { page: { name: 'token', access: 'user' } },
  params: recordParams,
  loader: recordLoader((id) => [tokenQuery(id)], 'table', 'tokens', 'form'),
  component: () => <ObjectPage kind={tokenKind} id={Route.useParams().id} />,
})
